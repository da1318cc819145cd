import type { AcceptanceCriterion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatDecimal } from '../../lib/format/money.ts'

/** Criteria as lines, each once. @param lineOf what the line is called that a criterion is for; undefined of one for every machine */
export function criteriaWords<Criterion extends AcceptanceCriterion>(
  criteria: readonly Criterion[],
  lineOf: (criterion: Criterion) => string | undefined = () => undefined,
): string[] {
  const all = criteria.map((one) => {
    const [criterion, line] = [criterionWords(one), lineOf(one)]
    return line === undefined ? criterion : t('quote.criterionOfLine', { criterion, line })
  })
  return [...new Set(all)]
}

/** `Speed: at least 60 cycles/min, over 4 hours` */
function criterionWords({ name, direction, figure, unit, conditions }: AcceptanceCriterion): string {
  const words = t('quote.criterion', { name, direction, figure: formatDecimal(String(figure)), unit })
  return conditions === undefined ? words : `${words}, ${conditions}`
}
