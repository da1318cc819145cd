import { usageDefinitions } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'

/** A figure, or that it is hidden because fewer than five people may stand behind it. */
export function figureWords(figure: number | null): string {
  return figure === null ? t('analytics.fewerThan', { count: usageDefinitions.smallestGroup }) : formatCount(figure)
}

/** The sum of figures; hidden where one of them is. */
export function sumOf(...figures: readonly (number | null)[]): number | null {
  return figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0)
}

/** `41 min`, and from two hours on `2 h`. */
export function timeWords(minutes: number): string {
  return minutes < 120
    ? t('analytics.minutes', { minutes: formatCount(minutes) })
    : t('analytics.hours', { hours: formatCount(minutes / 60) })
}
