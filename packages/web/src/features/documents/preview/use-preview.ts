import type { SourcePlace, TemplateFault } from '@packhouse/contract'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { newestFirst } from './newest-first.ts'
import { findPlaces, type PreviewAnswer, type PreviewInput, renderPreview } from './render-preview.ts'

/** After the last key, ms: shorter than a look to the right. */
const QUIET_MS = 350

export interface GoodPreview {
  pdf: Uint8Array
  /** When it was made, ms since 1970. */
  at: number
  tookMs: number
  /** Whether screen readers can read it: long documents have no tags. */
  isTagged: boolean
  /** What is no fault, and may look otherwise than meant. */
  warnings: readonly TemplateFault[]
  /** Where the blocks of its template are, once it is known. */
  places: readonly SourcePlace[]
  /** Of how many pages the places are. */
  placedPages: number
  input: PreviewInput
}

interface Previewed {
  good: GoodPreview | undefined
  faults: readonly TemplateFault[]
  failure: string | undefined
  /** What was rendered last, well or not. */
  input: PreviewInput | undefined
}

const NOTHING: Previewed = { good: undefined, faults: [], failure: undefined, input: undefined }
const NO_PLACES = { places: [], placedPages: 0 }
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
  usePlaces(shown.good, (good) => setShown((before) => (before.good?.pdf === good.pdf ? { ...before, good } : before)))
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

/** Asks where the blocks of a preview are, when it is there: nobody waits for a preview longer because of it. */
function usePlaces(good: GoodPreview | undefined, onPlaces: (good: GoodPreview) => void): void {
  const told = useEffectEvent(onPlaces)
  const pdf = good?.pdf
  const asked = useEffectEvent(() => good)
  useEffect(() => {
    const placed = asked()
    if (pdf === undefined || placed === undefined) return
    void findPlaces(placed.input).then(({ places, pages }) => told({ ...placed, places, placedPages: pages }))
  }, [pdf])
}

function withAnswer(before: Previewed, answer: PreviewAnswer, input: PreviewInput): Previewed {
  if ('pdf' in answer) {
    // Those of the preview before are nearly right, until the new ones come.
    const { places, placedPages } = before.good ?? NO_PLACES
    const good = { ...answer, at: Date.now(), places, placedPages, input }
    return { good, faults: NO_FAULTS, failure: undefined, input }
  }
  const faults = 'faults' in answer ? answer.faults : NO_FAULTS
  return { ...before, faults, failure: 'failure' in answer ? answer.failure : undefined, input }
}
