import { t } from '@packhouse/messages'

/** `20 weeks` where the days are whole weeks, otherwise `143 days`. */
export function daysWords(days: number): string {
  return days > 0 && days % 7 === 0
    ? t('configurator.weeks', { count: days / 7 })
    : t('configurator.days', { count: days })
}
