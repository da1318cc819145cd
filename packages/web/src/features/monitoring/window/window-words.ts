import { t } from '@packhouse/messages'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import type { PageView } from './page-view.ts'
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
