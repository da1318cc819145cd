import type { TemplateFault } from '@packhouse/contract'
import { useEffect, useMemo, useState } from 'react'
import { newestFirst } from './newest-first.ts'
import { type PreviewAnswer, type PreviewInput, renderPreview } from './render-preview.ts'

/** After the last key, ms: shorter than a look to the right. */
const QUIET_MS = 350

export interface GoodPreview {
  pdf: Uint8Array
  /** When it was made, ms since 1970. */
  at: number
  tookMs: number
}

interface Previewed {
  good: GoodPreview | undefined
  faults: readonly TemplateFault[]
  failure: string | undefined
  /** What was rendered last, well or not. */
  input: PreviewInput | undefined
}

const NOTHING: Previewed = { good: undefined, faults: [], failure: undefined, input: undefined }
const NO_FAULTS: readonly TemplateFault[] = []

/** The preview of a draft, made again after each change. The last good one stays while there are faults. */
export function usePreview(wanted: PreviewInput) {
  const key = JSON.stringify(wanted)
  const [shown, setShown] = useState(NOTHING)
  const ask = useMemo(() => {
    return newestFirst(renderPreview, (answer, input) => setShown((before) => withAnswer(before, answer, input)))
  }, [])
  const isFirst = shown.input === undefined
  useEffect(() => {
    const timer = setTimeout(() => void ask(JSON.parse(key) as PreviewInput), isFirst ? 0 : QUIET_MS)
    return () => clearTimeout(timer)
  }, [key, ask, isFirst])
  return {
    ...shown,
    /** Whether what is shown is of the draft as it is now. */
    isCurrent: shown.input !== undefined && JSON.stringify(shown.input) === key,
    compile: () => void ask(wanted),
    /** Shows what the server found wrong elsewhere, such as when publishing. */
    refuse: (answer: PreviewAnswer) => setShown((before) => withAnswer(before, answer, wanted)),
  }
}

export type Preview = ReturnType<typeof usePreview>

function withAnswer(before: Previewed, answer: PreviewAnswer, input: PreviewInput): Previewed {
  if ('pdf' in answer) {
    const good = { pdf: answer.pdf, tookMs: answer.tookMs, at: Date.now() }
    return { good, faults: NO_FAULTS, failure: undefined, input }
  }
  const faults = 'faults' in answer ? answer.faults : NO_FAULTS
  return { ...before, faults, failure: 'failure' in answer ? answer.failure : undefined, input }
}
