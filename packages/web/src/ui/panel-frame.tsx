import { t } from '@packhouse/messages'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { Button } from './button.tsx'
import { RetryIcon } from './icons.tsx'

interface PanelFrameProps {
  title: string
  /** How its numbers are counted, beside the title. */
  note?: ReactNode
  /** That there is nothing in it, said beside the title: a panel without anything is a line. */
  empty?: string | false | undefined
  /** What belongs to the whole panel, at the right of its head. */
  aside?: ReactNode
  /** Within a tab that has its name: without a frame and a head of its own. */
  bare?: boolean
  className?: string
  children: ReactNode
}

/** Where a panel is drawn: on the page, in the frame of a group, or in a tab that has its name. */
const Place = createContext<'page' | 'group' | 'tab'>('page')

/** A named part of the machine page. In a group it has no frame of its own and a lower head, in a tab neither. */
export function PanelFrame(props: PanelFrameProps) {
  const { title, note, empty, aside, bare = false, className = '', children } = props
  const id = useId()
  const place = useContext(Place)
  const isPart = place === 'group'
  if (bare || place === 'tab') {
    return (
      <section aria-labelledby={id} className={`${place === 'tab' ? 'pt-2' : 'pt-3'} ${className}`}>
        <h2 id={id} className="sr-only">
          {title}
        </h2>
        {(note || empty || aside) && (
          <div
            className={`flex flex-wrap items-center gap-x-4 gap-y-1 px-4 ${place === 'tab' ? 'min-h-7 pb-2' : 'pb-3'}`}
          >
            <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
              {note}
              {empty && <p className="text-13 text-text-2">{empty}</p>}
            </div>
            {aside}
          </div>
        )}
        {children}
      </section>
    )
  }
  return (
    <section
      aria-labelledby={id}
      className={`${isPart ? 'group/part border-t border-line-2 first:border-t-0' : 'rounded-panel border border-line bg-surface'} ${className}`}
    >
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-1 px-4 ${isPart ? 'min-h-11 py-1.5' : 'min-h-12 py-3'}`}
      >
        <div className="me-auto flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
          <h2 id={id} className={isPart ? 'text-14 group-first/part:text-16' : ''}>
            {title}
          </h2>
          {note}
          {empty && <p className="text-13 text-text-2">{empty}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Panels that belong together, in one frame. */
export function PanelGroup({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-panel border border-line bg-surface empty:hidden">
      <PanelParts>{children}</PanelParts>
    </div>
  )
}

/** Panels within something that has a frame. */
export function PanelParts({ children }: { children: ReactNode }) {
  return <Place value="group">{children}</Place>
}

/** Panels in tabs that have their names. */
export function PanelsInTabs({ children }: { children: ReactNode }) {
  return <Place value="tab">{children}</Place>
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
