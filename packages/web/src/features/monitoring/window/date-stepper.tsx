import { t } from '@packhouse/messages'
import { type ReactNode, useId, useRef } from 'react'
import { dateAfter } from '../../../lib/format/site-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { useWindow } from './machine-window.ts'
import { movedSpan } from './page-view.ts'
import { SpanMenu } from './span-menu.tsx'
import { stepperWords } from './window-words.ts'

/** Below its button where the browser can place it there, at the foot of a phone's window, else in the middle. */
const placed =
  'm-auto max-h-[80dvh] max-md:mb-2 md:supports-[position-area:bottom]:mx-0 md:supports-[position-area:bottom]:my-1 ' +
  'md:supports-[position-area:bottom]:inset-auto md:[position-area:bottom_span-right] ' +
  'md:[position-try-fallbacks:flip-inline]'

/** What stretch of time the page shows, in words, with the one before and the one after, and a menu of others. */
export function DateStepper() {
  const { view, change, clock, span, wanted, now, control } = useWindow()
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const today = clock.dateOf(now)
  const day = view.day ?? clock.dateOf(wanted.to - 1)
  const goTo = (date: string) => change({ day: date, zoom: undefined })
  const words = stepperWords(view, span, clock, now)
  return (
    <div className="flex min-w-0 items-center rounded-control border border-line-2 bg-surface max-md:w-full">
      {view.zoom ? (
        <Step label={t('monitoring.earlier')} onClick={() => control.zoomTo(movedSpan(span, -0.5))}>
          <ChevronRightIcon className="rotate-180" />
        </Step>
      ) : (
        <Step label={t('monitoring.previousDay')} onClick={() => goTo(dateAfter(day, -1))}>
          <ChevronRightIcon className="rotate-180" />
        </Step>
      )}
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('monitoring.timeRangeNow', { words })}
        className="flex h-[34px] min-w-38 flex-1 items-center justify-center gap-1.5 rounded-control px-2 text-14 font-semibold whitespace-nowrap tabular-nums hover:bg-surface-3 max-md:h-11 max-md:min-w-0 max-md:whitespace-normal"
      >
        {words}
        <ChevronDownIcon size={14} className="shrink-0 text-text-3" />
      </button>
      {view.zoom ? (
        <Step
          label={t('monitoring.later')}
          disabled={span.to >= now - 1_000}
          onClick={() => control.zoomTo(movedSpan(span, 0.5))}
        >
          <ChevronRightIcon />
        </Step>
      ) : (
        <Step label={t('monitoring.nextDay')} disabled={day >= today} onClick={() => goTo(dateAfter(day, 1))}>
          <ChevronRightIcon />
        </Step>
      )}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('monitoring.lastHours')}
        className={`w-80 max-w-[calc(100vw-16px)] overflow-y-auto rounded-panel border border-line bg-surface p-3 text-text shadow-float ${placed}`}
      >
        <SpanMenu onDone={() => menu.current?.hidePopover()} />
      </div>
    </div>
  )
}

interface StepProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Step({ label, disabled = false, onClick, children }: StepProps) {
  return (
    <Button
      variant="quiet"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="h-[34px] w-8 shrink-0 px-0 max-md:w-11"
    >
      {children}
    </Button>
  )
}
