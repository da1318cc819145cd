import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { rich } from '../../lib/language/rich.ts'
import { Button } from '../../ui/button.tsx'
import { spokenProgress } from './import-report.ts'
import type { RunningImport } from './use-import.ts'

export interface ImportProgressBarProps {
  running: RunningImport
  name: string
  onStop: () => void
}

const acts = {
  check: { first: t('resource.readingTheFile'), stop: t('resource.stopChecking') },
  store: { first: t('resource.starting'), stop: t('resource.stopTheImport') },
}

/** How far it is, for the eye all the time and for the ear at the quarters. */
export function ImportProgressBar({ running, name, onStop }: ImportProgressBarProps) {
  const { first, stop } = acts[running.act]
  const isCheck = running.act === 'check'
  const title = isCheck ? t('resource.checking', { name }) : t('resource.importing', { name })
  const marked = { name: <b className="font-semibold">{name}</b> }
  const { done, total } = running.progress ?? { done: 0, total: 0 }
  const percent = total === 0 ? undefined : Math.round((done / total) * 100)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that began it is gone, and the keyboard would start from the top of the page.
    if (document.activeElement === document.body) words.current?.focus()
  }, [])
  return (
    <div className="grid w-full max-w-md justify-items-center gap-2.5 text-center">
      <p ref={words} tabIndex={-1} className="max-w-full break-words outline-none">
        {isCheck ? rich('resource.checking', marked) : rich('resource.importing', marked)}
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 w-full overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full rounded-full bg-action transition-[width] motion-reduce:transition-none ${percent === undefined ? 'w-1/4 animate-pulse motion-reduce:animate-none' : ''}`}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      <p className="text-13 text-text-2 tabular-nums" aria-hidden="true">
        {percent === undefined ? first : t('resource.ofRows', { done, total })}
      </p>
      <p className="sr-only" role="status">
        {percent === undefined
          ? t('resource.startOf', { title, first })
          : t('resource.percent', { title, percent: spokenProgress(done, total) })}
      </p>
      <Button size="dense" onClick={onStop}>
        {stop}
      </Button>
    </div>
  )
}
