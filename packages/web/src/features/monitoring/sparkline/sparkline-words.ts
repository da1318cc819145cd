import { t } from '@packhouse/messages'
import { toMillis } from '../../../lib/format/dates.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import type { SparklineModel } from './sparkline-model.ts'

const DAY = 24 * 3_600_000

/** What is written over the silent end of a sparkline: `Offline since 13:52`, `No readings since 12:17`. */
export function silenceWords(silence: NonNullable<SparklineModel['silence']>, now: number, clock: SiteClock): string {
  const what = silence.status === 'offline' ? t('monitoring.offline') : t('monitoring.noReadings')
  const since = toMillis(silence.since)
  if (since === undefined) return what
  return `${what} since ${now - since < DAY ? clock.time(since) : clock.day(since)}`
}

/** A sparkline in words, for those who do not see it. */
export function sparklineWords(name: string, model: SparklineModel, now: number, clock: SiteClock): string {
  const parts = [`Cycle counts of ${name}, last ${model.hours} hours: ${formatCount(model.total)} in total`]
  if (model.lowest !== null && model.highest !== null) {
    parts.push(
      t('monitoring.per5MinutesFromTo', {
        formatCount: formatCount(model.lowest),
        formatCount2: formatCount(model.highest),
      }),
    )
  }
  if (model.latest !== null) parts.push(`latest ${formatCount(model.latest)}`)
  if (model.silence) parts.push(silenceWords(model.silence, now, clock).toLowerCase())
  else if (model.gaps.length > 0) parts.push(t('monitoring.someMinutesWithoutReadings'))
  return `${parts.join('; ')}.`
}
