import { t } from '@packhouse/messages'
import { dateFormat } from '../../../lib/format/date-formats.ts'
import { dateAfter, type SiteClock } from '../../../lib/format/site-clock.ts'
import type { PageView, Preset } from './page-view.ts'
import type { TimeSpan } from './time-span.ts'
import { spanWords } from './time-ticks.ts'

/** What is shown, in words: `last 6 hours`, `Fri 13 Jun`, or from when to when. */
export function windowWords(view: PageView, span: TimeSpan, clock: SiteClock): string {
  if (view.zoom) return rangeWords(span, clock)
  if (view.day !== undefined) return clock.day(span.from)
  return view.hours === '168' ? t('monitoring.last7Days') : t('monitoring.lastHoursHours', { hours: view.hours })
}

/** From when to when, with the days: `Fri 13 Jun, 06:00 to 14:00`. */
export function rangeWords(span: TimeSpan, clock: SiteClock): string {
  if (clock.dateOf(span.from) === clock.dateOf(span.to)) return spanWords(span, clock, true)
  const moment = (at: number) => `${clock.day(at)}, ${clock.time(at)}`
  return t('monitoring.timeRange', { from: moment(span.from), to: moment(span.to) })
}

/** The last hours, as the name of a choice: `Last 6 hours`. */
export function presetWords(hours: Preset): string {
  return hours === '168' ? t('monitoring.last7DaysChoice') : t('monitoring.lastHoursChoice', { hours })
}

/** What is shown, for the stepper: `Today`, `Yesterday`, `Tue 24 Nov`, `Last 6 hours`, or from when to when. */
export function stepperWords(view: PageView, span: TimeSpan, clock: SiteClock, now: number): string {
  if (view.zoom) return spanWords(span, clock, clock.dateOf(span.from) !== clock.dateOf(now))
  if (view.day === undefined) return presetWords(view.hours)
  const today = clock.dateOf(now)
  if (view.day === today) return t('monitoring.today')
  if (view.day === dateAfter(today, -1)) return t('monitoring.yesterday')
  const isThisYear = view.day.slice(0, 4) === today.slice(0, 4)
  return isThisYear ? clock.day(span.from) : dateFormat('dayOfYear', clock.zone).format(span.from)
}
