import { compareDecimals, convertedPrice, type KeptRate, reconvertedPrice } from '@packhouse/contract'
import { type CatalogueLine, existing } from './catalogue-lines.ts'

/** The rates of a project: those it keeps, and the newest, by the currency that they are from. */
export interface Rates {
  /** The currency of the project. */
  to: string
  /** Most that a price of the project has. */
  decimals: number
  kept: ReadonlyMap<string, KeptRate>
  newest: ReadonlyMap<string, KeptRate>
}

/** A line with the price and cost that it would get. */
export interface RefreshedLine extends CatalogueLine {
  newPrice: string
  newCost: string | null
}

/** What a refresh would make of a project. */
export interface Refreshed {
  /** Those that change. */
  lines: RefreshedLine[]
  /** That the project keeps then. */
  rates: KeptRate[]
}

/**
 * Lines with the prices of today, converted by the rates that are kept; a pair that is new gets its newest rate. What the catalogue has no price or cost
 * for stays as it is.
 * @throws ProblemError `rate_missing` with the pair
 */
export function withPricesOfToday(lines: readonly CatalogueLine[], { to, decimals, kept, newest }: Rates): Refreshed {
  const used = new Map(kept)
  const refreshed = lines.map((line): RefreshedLine => {
    const { currency, unitPrice, unitCost, price, cost } = line
    const inTo = (value: string, rate: string) => convertedPrice(value, rate, decimals)
    if (currency === to)
      return { ...line, newPrice: price === null ? unitPrice : inTo(price, '1'), newCost: cost ?? unitCost }
    const rate = existing(kept.get(currency) ?? newest.get(currency), currency, to)
    used.set(currency, rate)
    return {
      ...line,
      newPrice: price === null ? unitPrice : inTo(price, rate.rate),
      newCost: cost === null ? unitCost : convertedPrice(cost, rate.rate),
    }
  })
  return { lines: refreshed.filter(isChanged), rates: [...used.values()] }
}

/**
 * Lines converted by the newest rates. Those of a pair that has no rate yet keep their prices: nobody knows what they were converted by.
 * @throws ProblemError `rate_missing` with the pair
 */
export function withNewestRates(lines: readonly CatalogueLine[], { to, decimals, kept, newest }: Rates): Refreshed {
  const from = new Set([...kept.keys(), ...lines.map(({ currency }) => currency)].filter((one) => one !== to))
  const rates = [...from].map((one) => existing(newest.get(one), one, to))
  const refreshed = lines.map((line): RefreshedLine => {
    const before = kept.get(line.currency)
    const now = newest.get(line.currency)
    const { unitPrice, unitCost } = line
    if (before === undefined || now === undefined) return { ...line, newPrice: unitPrice, newCost: unitCost }
    return {
      ...line,
      newPrice: reconvertedPrice(unitPrice, before.rate, now.rate, decimals),
      newCost: unitCost === null ? null : reconvertedPrice(unitCost, before.rate, now.rate),
    }
  })
  return { lines: refreshed.filter(isChanged), rates }
}

function isChanged({ unitPrice, unitCost, newPrice, newCost }: RefreshedLine): boolean {
  return compareDecimals(unitPrice, newPrice) !== 0 || isCostChanged(unitCost, newCost)
}

export function isCostChanged(before: string | null, after: string | null): boolean {
  return before === null || after === null ? before !== after : compareDecimals(before, after) !== 0
}
