import { t } from '@packhouse/messages'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { RetryIcon } from './icons.tsx'

interface PanelFrameProps {
  title: string
  /** How its numbers are counted, beside the title. */
  note?: ReactNode
  /** What belongs to the whole panel, at the right of its head. */
  aside?: ReactNode
  /** Within a tab that has its name: without a frame and a head of its own. */
  bare?: boolean
  className?: string
  children: ReactNode
}

/** A named part of the machine page. */
export function PanelFrame({ title, note, aside, bare = false, className = '', children }: PanelFrameProps) {
  const id = useId()
  if (bare) {
    return (
      <section aria-labelledby={id} className={`pt-3 ${className}`}>
        <h2 id={id} className="sr-only">
          {title}
        </h2>
        {aside && <div className="flex flex-wrap justify-end gap-2 px-4 pb-3">{aside}</div>}
        {children}
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className={`rounded-panel border border-line bg-surface ${className}`}>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
        <div className="me-auto flex flex-wrap items-center gap-x-3">
          <h2 id={id}>{title}</h2>
          {note}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Stands in a panel that could not be loaded: what happened, and a way to ask again. */
export function PanelFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 pt-4 pb-8 text-center text-text-2">
      <p>{t('ui.couldNotBeLoadedTheOther', { what })}</p>
      <Button onClick={onRetry}>
        <RetryIcon /> {t('general.tryAgain')}
      </Button>
    </div>
  )
}
