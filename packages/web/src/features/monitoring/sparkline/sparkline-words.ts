import { t } from '@packhouse/messages'
import { toMillis } from '../../../lib/format/dates.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import type { SparklineModel } from './sparkline-model.ts'

const DAY = 24 * 3_600_000

type Silence = NonNullable<SparklineModel['silence']>

/** What is written over the silent end of a sparkline. */
export interface SilenceLabel {
  /** In one row: `Offline since 13:52`, `No readings since 12:17`. */
  text: string
  /** In short rows, where one is too wide: `Offline` over `13:52`. */
  rows: readonly string[]
}

export function silenceLabel(silence: Silence, now: number, clock: SiteClock): SilenceLabel {
  const isOffline = silence.status === 'offline'
  const what = isOffline ? t('monitoring.offline') : t('monitoring.noReadings')
  const time = startOf(silence, now, clock)
  if (time === undefined) return { text: what, rows: [what] }
  const text = isOffline ? t('monitoring.offlineSince', { time }) : t('monitoring.noReadingsSince', { time })
  return { text, rows: [what, time] }
}

/** A sparkline as text, for screen readers. */
export function sparklineWords(name: string, model: SparklineModel, now: number, clock: SiteClock): string {
  const { hours, total, lowest, highest, latest, silence, gaps } = model
  const parts = [t('monitoring.cycleCountsOf', { name, hours, total: formatCount(total) })]
  if (lowest !== null && highest !== null) {
    parts.push(t('monitoring.per5MinutesFromTo', { lowest: formatCount(lowest), highest: formatCount(highest) }))
  }
  if (latest !== null) parts.push(t('monitoring.latest', { count: formatCount(latest) }))
  if (silence) parts.push(silenceWords(silence, now, clock))
  else if (gaps.length > 0) parts.push(t('monitoring.someMinutesWithoutReadings'))
  return `${parts.join('; ')}.`
}

/** The silence within a sentence: `offline since 13:52`. */
function silenceWords(silence: Silence, now: number, clock: SiteClock): string {
  const isOffline = silence.status === 'offline'
  const time = startOf(silence, now, clock)
  if (time === undefined) return isOffline ? t('monitoring.offlineWord') : t('monitoring.noReadingsWord')
  return isOffline ? t('monitoring.offlineSinceWord', { time }) : t('monitoring.noReadingsSinceWord', { time })
}

/** The time of day since when a machine is silent, or the day where that is longer ago. */
function startOf({ since }: Silence, now: number, clock: SiteClock): string | undefined {
  const at = toMillis(since)
  if (at === undefined) return undefined
  return now - at < DAY ? clock.time(at) : clock.day(at)
}
