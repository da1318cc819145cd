import type { RevisionContent, RevisionOption } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { addAmounts } from './money.ts'

/** What a configured machine costs and when it comes. */
export interface Totals {
  currency: string | null
  base: string | null
  /** Of the options with a price. */
  options: string
  optionCount: number
  /** Null where a price or the currency is missing. */
  total: string | null
  /** The names of options without a price. */
  missingOptions: readonly string[]
  /** Days from the order; null where that of the machine is not known. */
  leadDays: number | null
}

/** @param taken the options that are part of the machine */
export function totalsOf({ machine }: Pick<RevisionContent, 'machine'>, taken: readonly RevisionOption[]): Totals {
  const prices = taken.flatMap(({ price }) => (price === null ? [] : [price]))
  const missingOptions = taken.filter(({ price }) => price === null).map(({ name }) => name)
  const options = addAmounts(prices)
  const isComplete = machine.basePrice !== null && machine.currency !== null && missingOptions.length === 0
  const optionDays = taken.reduce((sum, { leadDays }) => sum + (leadDays ?? 0), 0)
  return {
    currency: machine.currency,
    base: machine.basePrice,
    options,
    optionCount: taken.length,
    total: isComplete ? addAmounts([machine.basePrice ?? '0', options]) : null,
    missingOptions,
    leadDays: machine.leadWeeks === null ? null : machine.leadWeeks * 7 + optionDays,
  }
}

/** What a price is missing of, in words. */
export function missingPrices({ base, currency, missingOptions }: Totals): string[] {
  return [
    ...(base === null ? [t('configurator.theMachine')] : []),
    ...(currency === null ? [t('configurator.theCurrency')] : []),
    ...missingOptions,
  ]
}

/** The day so many days after today, `YYYY-MM-DD`. */
export function dayAfter(today: Date, days: number): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, 12)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
