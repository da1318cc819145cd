import { DASH, numberFormat } from '../../../lib/format/numbers.ts'

const SCALE = 10_000n
const DECIMALS = 4

/** Decimals as the API has them, added exactly. @returns a decimal with 4 places */
export function addAmounts(amounts: readonly string[]): string {
  return fromUnits(amounts.reduce((sum, amount) => sum + toUnits(amount), 0n))
}

/** An amount so many times. */
export function timesAmount(amount: string, count: number): string {
  return fromUnits(toUnits(amount) * BigInt(count))
}

/** `91,130.00`, with at least so many decimals and with all that it has; a dash without an amount. */
export function formatAmount(amount: string | null | undefined, decimals = 2): string {
  if (amount === null || amount === undefined) return DASH
  return numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: DECIMALS }).format(
    amount as `${number}`,
  )
}

/** `+2,940`. */
export function formatSurcharge(amount: string): string {
  return numberFormat({ maximumFractionDigits: DECIMALS, signDisplay: 'exceptZero' }).format(amount as `${number}`)
}

/** `EUR 1,200`. */
export function formatMoney(amount: string | null | undefined, currency: string | null | undefined): string {
  const text =
    amount === null || amount === undefined
      ? DASH
      : numberFormat({ maximumFractionDigits: DECIMALS }).format(amount as `${number}`)
  return currency ? `${currency} ${text}` : text
}

function toUnits(amount: string): bigint {
  const isNegative = amount.startsWith('-')
  const [whole = '0', part = ''] = (isNegative ? amount.slice(1) : amount).split('.')
  const units = BigInt(whole) * SCALE + BigInt(part.padEnd(DECIMALS, '0').slice(0, DECIMALS))
  return isNegative ? -units : units
}

function fromUnits(units: bigint): string {
  const size = units < 0n ? -units : units
  return `${units < 0n ? '-' : ''}${size / SCALE}.${String(size % SCALE).padStart(DECIMALS, '0')}`
}
