import { type ApprovalFacts, type approvalRules, compareDecimals, foldCase, type ListedRow } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { readableDecimal } from '../../platform/language.ts'

export type ApprovalRule = ListedRow<typeof approvalRules> & {
  roleType: string
  /** The highest net amount of an order in the currency of the limit; null where no rate is known. */
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

/** Whether a reason may tell figures that depend on costs. */
type Costs = 'withCosts' | 'withoutCosts'

/**
 * Who says whether a margin is too low: the figure, or, where whoever tries prices sees no costs, a person in every case. Otherwise the cost would be found
 * by submitting one price after the other and looking whether the margin needs approval.
 */
export type MarginJudge = 'figure' | 'person'

/** Why a rule asks for approval; undefined where it does not. */
export function reasonOf(
  rule: ApprovalRule,
  facts: ProjectFacts,
  costs: Costs,
  judge: MarginJudge,
): string | undefined {
  const reason = reasons[rule.dimension](rule, facts, costs)
  if (rule.dimension !== 'margin' || judge === 'figure') return reason
  // Whoever sees costs reads the figure too, where there is one to read.
  return costs === 'withCosts' && reason !== undefined ? reason : t('estimator.marginIsJudged')
}

type Reason = (rule: ApprovalRule, facts: ProjectFacts, costs: Costs) => string | undefined

const reasons: Record<ApprovalRule['dimension'], Reason> = {
  discount: ({ threshold: limit }, { discountPercent, highestDiscountPercent: value }) => {
    if (value === null || compareDecimals(value, limit) <= 0) return undefined
    const figures = { value: readableDecimal(value), limit: readableDecimal(limit) }
    return value === discountPercent ? t('estimator.discountIsOver', figures) : t('estimator.discountCanRise', figures)
  },
  margin: marginReason,
  total: ({ threshold: limit, currency, netInCurrency: value }, facts) => {
    const of = { currency: currency ?? facts.currency, limit: readableDecimal(limit) }
    if (value === null) return t('estimator.totalCannotBeCompared', { from: facts.currency, to: of.currency })
    if (compareDecimals(value, limit) <= 0) return undefined
    const figures = { ...of, value: readableDecimal(value) }
    return facts.highestNet === facts.net ? t('estimator.totalIsOver', figures) : t('estimator.totalCanRise', figures)
  },
  paymentTerms: ({ usualTerms }, { paymentTerms }) => {
    if (folded(paymentTerms) === folded(usualTerms)) return undefined
    if (usualTerms === null) return t('estimator.termsAreOwn', { terms: paymentTerms ?? '' })
    return t('estimator.termsAreOther', { terms: paymentTerms ?? '–', usual: usualTerms })
  },
  validity: ({ threshold: limit }, { validDays: value }) =>
    value !== null && compareDecimals(String(value), limit) > 0
      ? t('estimator.validityIsOver', { value, limit: readableDecimal(limit) })
      : undefined,
  unknownCompatibility: (_, { unknownMachines: count }) =>
    count > 0 ? t('estimator.compatibilityUnknown', { count }) : undefined,
  missingCost: (_, { missingCosts: count }) => (count > 0 ? t('estimator.costsAreMissing', { count }) : undefined),
}

/** A margin that nobody can work out is none that is high enough. */
function marginReason(
  { threshold: limit }: ApprovalRule,
  { marginPercent, lowestMarginPercent: value, canBeGivenAway, missingCosts: count }: ProjectFacts,
  costs: 'withCosts' | 'withoutCosts',
): string | undefined {
  if (count > 0) return t('estimator.marginIsUnknown', { count })
  const isUnder = value !== null && compareDecimals(value, limit) < 0
  if (!isUnder && !canBeGivenAway) return undefined
  if (costs === 'withoutCosts') return t('estimator.marginIsUnderTheLimit')
  if (canBeGivenAway || value === null) return t('estimator.canBeGivenAway')
  const figures = { value: readableDecimal(value), limit: readableDecimal(limit) }
  return value === marginPercent ? t('estimator.marginIsUnder', figures) : t('estimator.marginCanFall', figures)
}

/** Whether what is looked at depends on costs. */
export function isOfCosts(dimension: ApprovalRule['dimension']): boolean {
  return dimension === 'margin' || dimension === 'missingCost'
}

/** Why a rule asks nobody, with its figure and its limit. */
export function whyMet({ dimension, threshold, currency }: ApprovalRule, facts: ProjectFacts): string {
  const limit = readableDecimal(threshold)
  switch (dimension) {
    case 'discount':
      return t('estimator.discountIsWithin', { value: readableDecimal(facts.highestDiscountPercent ?? '0'), limit })
    case 'margin':
      if (facts.lowestMarginPercent === null) return t('estimator.nothingToJudge')
      return t('estimator.marginIsEnough', { value: readableDecimal(facts.lowestMarginPercent), limit })
    case 'total':
      return t('estimator.totalIsWithin', { currency: currency ?? facts.currency, limit })
    case 'paymentTerms':
      return t('estimator.termsAreUsual')
    case 'validity':
      return facts.validDays === null
        ? t('estimator.nothingToJudge')
        : t('estimator.validityIsWithin', { value: facts.validDays, limit })
    case 'unknownCompatibility':
      return t('estimator.compatibilityKnown')
    case 'missingCost':
      return t('estimator.costsAreKnown')
  }
}

function folded(terms: string | null): string {
  return foldCase((terms ?? '').trim())
}
