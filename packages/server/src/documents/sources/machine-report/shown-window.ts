import { localBuckets } from '../../../monitoring/area.ts'
import type { Written } from '../../written.ts'

const HOUR_MS = 3_600_000
/** Up to this length charts are by the hour, and by the day above. */
const HOURLY_MS = 72 * HOUR_MS
const MOST_TICKS = 8

/** A window of time, Unix ms, with the hours or days of the site that it is shown by. */
export interface ShownWindow {
  from: number
  to: number
  unit: 'hour' | 'day'
  starts: number[]
}

export function shownWindow(timeZone: string, from: number, to: number): ShownWindow {
  const unit = to - from <= HOURLY_MS ? 'hour' : 'day'
  return { from, to, unit, starts: localBuckets(timeZone, { from, to }, unit) }
}

/** The place of a moment in the window, 0 to 1. */
export function placeIn({ from, to }: Pick<ShownWindow, 'from' | 'to'>, at: number): number {
  return rounded((at - from) / (to - from))
}

/** Enough digits for print; fewer make a smaller file. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** A few full hours or days below a chart. */
export function ticksOf(window: ShownWindow, written: Written): { x: number; label: string }[] {
  const full = window.starts.slice(1)
  const step = Math.ceil(full.length / MOST_TICKS)
  const labelOf = (at: number) => (window.unit === 'hour' ? written.clock(at) : written.shortDay(at))
  return full.filter((_, place) => place % step === 0).map((at) => ({ x: placeIn(window, at), label: labelOf(at) }))
}
