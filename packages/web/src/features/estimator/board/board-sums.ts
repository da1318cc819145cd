import { type BoardColumn, type ProjectState, plusDecimals } from '@packhouse/contract'
import { numberFormat } from '../../../lib/format/numbers.ts'

/** What may still become an order. */
const OPEN: readonly ProjectState[] = ['draft', 'review', 'approved', 'sent']

export interface OpenSums {
  total: string
  /** By the probability of each project. */
  weighted: string
}

/** What is open, by currency: sums of several currencies are no sum. */
export function openSums(columns: readonly Pick<BoardColumn, 'status' | 'sums'>[]): ReadonlyMap<string, OpenSums> {
  const open = new Map<string, OpenSums>()
  for (const { currency, total, weighted } of columns
    .filter(({ status }) => OPEN.includes(status))
    .flatMap(({ sums }) => sums)) {
    const before = open.get(currency) ?? { total: '0', weighted: '0' }
    open.set(currency, {
      total: plusDecimals(before.total, total),
      weighted: plusDecimals(before.weighted, weighted),
    })
  }
  return new Map([...open].toSorted(([one], [other]) => one.localeCompare(other)))
}

/** `EUR 3.86M`: how much it is about. */
export function formatRoughAmount(amount: string, currency: string): string {
  const format = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 })
  return `${currency} ${format.format(amount as `${number}`)}`
}
