import type { MouseEventHandler } from 'react'
import { absoluteLabel, DATE_LABEL_REFRESH_MS, dateTitle, type Moment, relativeLabel, toMillis } from './dates.ts'
import { DASH } from './numbers.ts'
import { useNow } from './shared-clock.ts'

interface DateLabelProps {
  value: Moment
  mode?: 'relative' | 'absolute'
  /** The whole sentence around the label, inside the same element. */
  sentence?: (when: string) => string
  refreshMs?: number
  className?: string
  onClick?: MouseEventHandler<HTMLElement>
}

/** A date as a label that stays right: relative or absolute, with the full local date and time as its hover title. */
export function DateLabel({
  value,
  mode = 'relative',
  sentence = (when) => when,
  refreshMs = DATE_LABEL_REFRESH_MS,
  ...rest
}: DateLabelProps) {
  const now = useNow(refreshMs)
  const millis = toMillis(value)
  if (millis === undefined) return <span {...rest}>{sentence(DASH)}</span>
  return (
    <time dateTime={new Date(millis).toISOString()} title={dateTitle(millis)} {...rest}>
      {sentence(mode === 'absolute' ? absoluteLabel(millis) : relativeLabel(millis, now))}
    </time>
  )
}
