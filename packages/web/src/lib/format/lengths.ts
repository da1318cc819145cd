import { t } from '@packhouse/messages'
/** A length that people set, in the largest unit that has no rest: `45 s`, `15 min`, `2 h`. */
export function limitWords(seconds: number): string {
  if (seconds % 3600 === 0) return t('app.hours', { value: seconds / 3600 })
  return seconds % 60 === 0 ? t('app.min', { value: seconds / 60 }) : t('app.seconds', { value: seconds })
}

/** A length of time in its two largest units, `2 h 5 min`. */
export function lengthWords(seconds: number): string {
  if (seconds < 60) return t('alarms.sec', { seconds: Math.round(seconds) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('general.min', { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return t('alarms.hMin', { hours, minutes: minutes % 60 })
  return t('alarms.dayHour', { days: Math.floor(hours / 24), hours: hours % 24 })
}
