import type { AcceptanceCriterion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatDecimal } from '../../lib/format/money.ts'

/** Criteria as lines, each once. */
export function criteriaWords(criteria: readonly AcceptanceCriterion[]): string[] {
  return [...new Set(criteria.map(criterionWords))]
}

/** `Speed: at least 60 cycles/min, over 4 hours` */
function criterionWords({ name, direction, figure, unit, conditions }: AcceptanceCriterion): string {
  const words = t('quote.criterion', { name, direction, figure: formatDecimal(String(figure)), unit })
  return conditions === undefined ? words : `${words}, ${conditions}`
}
