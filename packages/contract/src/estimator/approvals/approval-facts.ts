import { exact, total, written } from '../pricing/exact.ts'
import { type OrderedProject, type OrderRange, orderRange } from '../pricing/order-range.ts'
import { discountPercent, priceProject } from '../pricing/price-project.ts'
import { type PricedCurrency, toPriceInput } from '../pricing/project-price.ts'

/** What approvals depend on of the prices of a project: what it offers, and the worst that can be ordered of it. Percent with two decimals. */
export interface ApprovalFacts extends OrderRange {
  /** Of the gross amount, with the discount of the project; null where that is 0. */
  discountPercent: string | null
  marginPercent: string | null
  net: string
}

export function approvalFacts(project: OrderedProject, currency: PricedCurrency): ApprovalFacts {
  const input = toPriceInput(project, currency)
  const price = priceProject(input)
  const counted = price.lines.filter((_, place) => input.lines[place]?.counts)
  const gross = total(counted.map((line) => exact(line.gross)))
  return {
    ...orderRange(project, currency),
    discountPercent: discountPercent(written(gross), price.net),
    marginPercent: price.marginPercent,
    net: price.net,
  }
}
