import { t } from '@packhouse/messages'
import { type ReactNode, useId, useState } from 'react'
import { dateAfter } from '../../../lib/format/site-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { useWindow } from './machine-window.ts'
import { presets, scaledSpan } from './page-view.ts'
import { presetWords } from './window-words.ts'

/** There is no data from before. A year that is being typed is an early one until its last digit. */
const FIRST_DAY = '2000-01-01'

/** Days and spans to choose from, and a field for any other day. @param onDone closes the menu */
export function SpanMenu({ onDone }: { onDone: () => void }) {
  const { view, change, clock, now, span, control } = useWindow()
  const today = clock.dateOf(now)
  const yesterday = dateAfter(today, -1)
  const choose = (part: Parameters<typeof change>[0]) => {
    change({ day: undefined, zoom: undefined, ...part })
    onDone()
  }
  const isDay = (day: string) => !view.zoom && view.day === day
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-1.5">
        <Choice pressed={isDay(today)} onClick={() => choose({ day: today })}>
          {t('monitoring.today')}
        </Choice>
        <Choice pressed={isDay(yesterday)} onClick={() => choose({ day: yesterday })}>
          {t('monitoring.yesterday')}
        </Choice>
        {presets.map((hours) => (
          <Choice
            key={hours}
            pressed={!view.zoom && view.day === undefined && view.hours === hours}
            onClick={() => choose({ hours })}
          >
            {presetWords(hours)}
          </Choice>
        ))}
      </div>
      <DayField onDone={onDone} />
      <div className="flex gap-1.5 border-t border-line pt-3">
        <Button
          size="dense"
          className="flex-1"
          onClick={() => control.zoomTo(scaledSpan(span, 0.5, (span.from + span.to) / 2))}
        >
          {t('monitoring.zoomIn')}
        </Button>
        <Button size="dense" className="flex-1" disabled={!view.zoom} onClick={() => control.zoomOut()}>
          {t('monitoring.zoomOut')}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  pressed: boolean
  onClick: () => void
  children: ReactNode
}

function Choice({ pressed, onClick, children }: ChoiceProps) {
  return (
    <Button size="dense" aria-pressed={pressed} onClick={onClick}>
      {children}
    </Button>
  )
}

/** Any day of the site. */
function DayField({ onDone }: { onDone: () => void }) {
  const { view, change, clock, now } = useWindow()
  const [typed, setTyped] = useState<{ value: string; isLate: boolean }>()
  const [id, late] = [useId(), useId()]
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 font-[550] text-text-2">
        {t('monitoring.day')}
      </label>
      <input
        id={id}
        type="date"
        value={typed?.value ?? view.day ?? ''}
        min={FIRST_DAY}
        max={clock.dateOf(now)}
        onChange={({ target: { value, validity } }) => {
          setTyped({ value, isLate: validity.rangeOverflow })
          if (validity.valid && value !== '') change({ day: value, zoom: undefined })
        }}
        onKeyDown={({ key }) => key === 'Enter' && onDone()}
        onBlur={() => setTyped(undefined)}
        aria-invalid={typed?.isLate ? true : undefined}
        aria-describedby={typed?.isLate ? late : undefined}
        className="h-9 w-full rounded-control border border-control bg-surface px-2.5 text-14 text-text tabular-nums focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
      />
      {typed?.isLate && (
        <p id={late} role="alert" className="mt-1 text-12 text-bad">
          {t('monitoring.stillToComeLabel')}
        </p>
      )}
    </div>
  )
}
