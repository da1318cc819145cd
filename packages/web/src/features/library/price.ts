import { formatPrice } from '../../lib/format/money.ts'

/** The price of a library machine. */
export function priceOf(row: Readonly<Record<string, unknown>>): string {
  return formatPrice(row.basePrice, row.currency)
}
