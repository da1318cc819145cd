import { t } from '@packhouse/messages'
import { type ReactNode, useId, useState } from 'react'
import { dateAfter } from '../../../lib/format/site-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { ChevronRightIcon } from '../../../ui/icons.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { CompareSelect } from './compare-select.tsx'
import { useWindow } from './machine-window.ts'
import { movedSpan, type Preset, scaledSpan } from './page-view.ts'
import { ShareButton } from './share-button.tsx'
import { rangeWords } from './window-words.ts'

const options: readonly { value: Preset | ''; label: string }[] = [
  { value: '3', label: t('monitoring.hours', { hours: 3 }) },
  { value: '6', label: t('monitoring.hours', { hours: 6 }) },
  { value: '24', label: t('monitoring.hours', { hours: 24 }) },
  { value: '168', label: t('monitoring.days', { days: 7 }) },
]

/** Which stretch of time the page shows, and what it is compared with. */
export function WindowBar() {
  const { view, change, span, clock, control } = useWindow()
  return (
    <section aria-label={t('monitoring.windowOfTheCharts')} className="mb-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <Segments
          label={t('monitoring.lastHours')}
          options={options}
          value={view.day === undefined && !view.zoom ? view.hours : ''}
          onValueChange={(hours) => hours !== '' && change({ hours, day: undefined, zoom: undefined })}
        />
        <Button size="dense" className="h-9 max-md:ms-auto" disabled={!view.zoom} onClick={() => control.zoomOut()}>
          {t('monitoring.zoomOut')}
        </Button>
        <DayField />
        <MoveButtons />
        <div className="ms-auto flex flex-wrap items-center gap-2.5 max-md:ms-0 max-md:w-full">
          <CompareSelect />
          <ShareButton />
        </div>
      </div>
      <p className="mt-2 text-12 text-text-2 tabular-nums">
        <b className="font-semibold text-text">{rangeWords(span, clock)}</b> ·{' '}
        {t('monitoring.timesIn', { zone: clock.zone.replaceAll('_', ' ') })}
      </p>
    </section>
  )
}

/** There is no data from before. A year that is being typed is an early one until its last digit. */
const FIRST_DAY = '2000-01-01'

/** A day of the site, and the ones beside it. */
function DayField() {
  const { view, change, clock, now, wanted } = useWindow()
  const [typed, setTyped] = useState<{ value: string; isLate: boolean }>()
  const late = useId()
  const today = clock.dateOf(now)
  const day = view.day ?? clock.dateOf(wanted.to - 1)
  const choose = (date: string) => {
    setTyped(undefined)
    change({ day: date, zoom: undefined })
  }
  return (
    <div className="flex items-center rounded-control border border-line-2 bg-surface">
      <IconButton label={t('monitoring.previousDay')} onClick={() => choose(dateAfter(day, -1))}>
        <ChevronRightIcon className="rotate-180" />
      </IconButton>
      <input
        type="date"
        onClick={(event) => event.currentTarget.showPicker()}
        aria-label={t('monitoring.day')}
        value={typed?.value ?? view.day ?? ''}
        min={FIRST_DAY}
        max={today}
        onChange={({ target: { value, validity } }) => {
          setTyped({ value, isLate: validity.rangeOverflow })
          if (validity.valid) change({ day: value || undefined, zoom: undefined })
        }}
        onBlur={() => setTyped(undefined)}
        aria-invalid={typed?.isLate ? true : undefined}
        aria-describedby={typed?.isLate ? late : undefined}
        className="h-[34px] bg-transparent px-1 text-13 text-text tabular-nums focus:outline-2 focus:outline-solid focus:outline-focus focus-within:outline-2 focus-within:outline-solid focus-within:outline-focus [&::-webkit-calendar-picker-indicator]:hidden max-md:h-11 max-md:text-16"
      />
      <IconButton label={t('monitoring.nextDay')} disabled={day >= today} onClick={() => choose(dateAfter(day, 1))}>
        <ChevronRightIcon />
      </IconButton>
      {typed?.isLate && (
        <p id={late} role="alert" className="px-2 text-12 text-bad">
          {t('monitoring.stillToComeLabel')}
        </p>
      )}
    </div>
  )
}

function MoveButtons() {
  const { span, control } = useWindow()
  const middle = (span.from + span.to) / 2
  return (
    <div className="flex items-center rounded-control border border-line-2 bg-surface">
      <IconButton label={t('monitoring.earlier')} onClick={() => control.zoomTo(movedSpan(span, -0.5))}>
        <ChevronRightIcon className="rotate-180" />
      </IconButton>
      <IconButton label={t('monitoring.zoomIn')} onClick={() => control.zoomTo(scaledSpan(span, 0.5, middle))}>
        <span aria-hidden="true">+</span>
      </IconButton>
      <IconButton label={t('monitoring.later')} onClick={() => control.zoomTo(movedSpan(span, 0.5))}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}

interface IconButtonProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function IconButton({ label, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="h-[34px] w-8 px-0 max-md:w-11"
    >
      {children}
    </Button>
  )
}
