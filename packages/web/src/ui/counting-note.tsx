import { t } from '@packhouse/messages'
import { useId } from 'react'
import { CrossIcon, InfoIcon } from './icons.tsx'

export interface CountingNoteProps {
  /** The number it explains, as a noun within a sentence: `utilization`. */
  of: string
  /** Whole sentences, with the values in force. */
  rules: readonly string[]
}

/** At the foot of a phone's window; beside its button, where there is more room, on larger ones that can place it; else in the middle. */
const placed =
  'm-auto max-h-[70dvh] max-md:mb-2 md:supports-[position-area:bottom]:mx-0 md:supports-[position-area:bottom]:my-1 ' +
  'md:supports-[position-area:bottom]:inset-auto md:supports-[position-area:bottom]:max-h-[calc(100%-16px)] ' +
  'md:[position-area:bottom_span-right] md:[position-try-fallbacks:flip-block] md:[position-try-order:most-block-size]'

/**
 * Explains on request how a number is counted. The browser opens and closes it: Enter or a press opens, Escape, a press beside it or
 * its own button closes, and the focus returns.
 */
export function CountingNote({ of, rules }: CountingNoteProps) {
  const id = useId()
  const title = t('ui.howIsCounted', { of })
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex items-center gap-1 text-12 whitespace-nowrap text-text-2 hover:text-text max-md:min-h-11"
      >
        <InfoIcon size={14} className="text-text-3" />
        {t('ui.howIsThisCounted')}
        <span className="sr-only"> ({of})</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={`w-100 max-w-[calc(100vw-16px)] overflow-y-auto rounded-panel border border-line bg-surface p-4 text-text shadow-float ${placed}`}
      >
        <div className="flex items-start gap-3">
          <h3 className="me-auto">{title}</h3>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={t('general.close')}
            className="-m-2 grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-surface-3 max-md:-m-3 max-md:size-11"
          >
            <CrossIcon size={16} />
          </button>
        </div>
        <ul className="mt-2 grid list-disc gap-1.5 ps-4 text-13 text-text-2">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </>
  )
}
