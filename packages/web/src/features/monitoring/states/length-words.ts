import { t } from '@packhouse/messages'
import { formatDuration } from '../../../lib/format/dates.ts'

const MINUTE = 60_000

/** A length of time in its usual unit. @param length ms */
export function lengthWords(length: number): string {
  const minutes = Math.round(length / MINUTE)
  if (minutes === 0) return t('monitoring.seconds', { seconds: Math.round(length / 1_000) })
  return minutes < 60 ? t('general.min', { minutes }) : t('monitoring.hours', { hours: formatDuration(length) })
}
