import { t } from '@packhouse/messages'
/** A length that people set, in the largest unit that has no rest: `45 s`, `15 min`, `2 h`. */
export function limitWords(seconds: number): string {
  if (seconds % 3600 === 0) return t('app.hours', { value: seconds / 3600 })
  return seconds % 60 === 0 ? t('app.min', { value: seconds / 60 }) : t('app.seconds', { value: seconds })
}
