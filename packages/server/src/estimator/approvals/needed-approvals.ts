import { type ApprovalFacts, type approvalRules, compareDecimals, type ListedRow } from '@packhouse/contract'
import { t } from '@packhouse/messages'

export type ApprovalRule = ListedRow<typeof approvalRules> & {
  roleType: string
  /** The net amount of the project in the currency of the limit; null where no rate is known. */
  netInCurrency: string | null
}

/** What a project is held against. */
export interface ProjectFacts extends ApprovalFacts {
  currency: string
  paymentTerms: string | null
  /** From today on; null without a last day. */
  validDays: number | null
  /** Machines of which nobody knows whether they can make the packaging style of their line; where it names none, anything at all. */
  unknownMachines: number
}

/** Why a rule asks for approval; undefined where it does not. */
export function reasonOf(
  rule: ApprovalRule,
  facts: ProjectFacts,
  costs: 'withCosts' | 'withoutCosts',
): string | undefined {
  return reasons[rule.dimension](rule, facts, costs)
}

const reasons: Record<ApprovalRule['dimension'], typeof reasonOf> = {
  discount: ({ threshold: limit }, { discountPercent: value }) =>
    value !== null && compareDecimals(value, limit) > 0
      ? t('estimator.discountIsOver', { value: plain(value), limit: plain(limit) })
      : undefined,
  margin: ({ threshold: limit }, { marginPercent: value }, costs) => {
    if (value === null || compareDecimals(value, limit) >= 0) return undefined
    if (costs === 'withoutCosts') return t('estimator.marginIsUnderTheLimit')
    return t('estimator.marginIsUnder', { value: plain(value), limit: plain(limit) })
  },
  total: ({ threshold: limit, currency, netInCurrency: value }, facts) => {
    const of = { currency: currency ?? facts.currency, limit: plain(limit) }
    if (value === null) return t('estimator.totalCannotBeCompared', { from: facts.currency, to: of.currency })
    return compareDecimals(value, limit) > 0 ? t('estimator.totalIsOver', { ...of, value: plain(value) }) : undefined
  },
  paymentTerms: ({ usualTerms }, { paymentTerms }) => {
    if (folded(paymentTerms) === folded(usualTerms)) return undefined
    if (usualTerms === null) return t('estimator.termsAreOwn', { terms: paymentTerms ?? '' })
    return t('estimator.termsAreOther', { terms: paymentTerms ?? '–', usual: usualTerms })
  },
  validity: ({ threshold: limit }, { validDays: value }) =>
    value !== null && compareDecimals(String(value), limit) > 0
      ? t('estimator.validityIsOver', { value, limit: plain(limit) })
      : undefined,
  unknownCompatibility: (_, { unknownMachines: count }) =>
    count > 0 ? t('estimator.compatibilityUnknown', { count }) : undefined,
  missingCost: (_, { missingCosts: count }) => (count > 0 ? t('estimator.costsAreMissing', { count }) : undefined),
}

function folded(terms: string | null): string {
  return (terms ?? '').trim().toLowerCase()
}

/** A decimal without zeros at its end. */
function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
