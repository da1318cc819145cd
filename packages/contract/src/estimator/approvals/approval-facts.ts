import { exact, isZero, minus, quotient, times, total, written } from '../pricing/exact.ts'
import type { PriceInput, ProjectPrice } from '../pricing/price-project.ts'

/** What approvals depend on of the prices of a project. Percent with two decimals. */
export interface ApprovalFacts {
  /** Of the gross amount, with the discount of the project; null where that is 0. */
  discountPercent: string | null
  marginPercent: string | null
  net: string
  /** Lines that count and whose cost is not known. */
  missingCosts: number
}

const PERCENT_DECIMALS = 2

/** @param price of that input */
export function approvalFacts({ lines }: PriceInput, price: ProjectPrice): ApprovalFacts {
  const counted = price.lines.filter((_, place) => lines[place]?.counts)
  const gross = total(counted.map((line) => exact(line.gross)))
  const given = times(minus(gross, exact(price.net)), exact('100'))
  return {
    discountPercent: isZero(gross) ? null : written(quotient(given, gross, PERCENT_DECIMALS)),
    marginPercent: price.marginPercent,
    net: price.net,
    missingCosts: counted.filter(({ cost }) => cost === null).length,
  }
}
