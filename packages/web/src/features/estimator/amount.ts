import { numberFormat } from '../../lib/format/numbers.ts'

/** `EUR 91,130`, without decimals: a sum that is read at a glance. */
export function formatWholeAmount(amount: string, currency: string): string {
  return `${currency} ${numberFormat({ maximumFractionDigits: 0 }).format(amount as `${number}`)}`
}
