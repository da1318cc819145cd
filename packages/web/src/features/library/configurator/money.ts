import { decimalsOf, formatUnitPrice } from '../../../lib/format/money.ts'
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

/** `91,130.00` in EUR, `91,130` in JPY: with the decimals of the currency and what it has beyond; a dash without an amount. */
export function formatAmount(amount: string | null | undefined, currency: string | null): string {
  return amount === null || amount === undefined ? DASH : formatUnitPrice(amount, decimalsOf(currency))
}

/** `+2,940.00`, with decimals as an amount. */
export function formatSurcharge(amount: string, currency: string | null): string {
  const digits = { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: DECIMALS }
  return numberFormat({ ...digits, signDisplay: 'exceptZero' }).format(amount as `${number}`)
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
