import { DASH, numberFormat } from './numbers.ts'

const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** `1,234.50`. @param amount a decimal as text, which is never made a floating-point number */
export function formatMoney(amount: string | undefined, minorUnits: number): string {
  if (amount === undefined || !isNumeric(amount)) return DASH
  return numberFormat({ minimumFractionDigits: minorUnits, maximumFractionDigits: minorUnits }).format(amount)
}

/** `1,234.50` and `0.0125`: at least with the decimals of the currency, and with all that it has. @param price a decimal as text */
export function formatUnitPrice(price: string, minorUnits: number): string {
  if (!isNumeric(price)) return DASH
  return numberFormat({ minimumFractionDigits: minorUnits, maximumFractionDigits: 6 }).format(price)
}

/** `1,234.5` with the decimals that it has. @param value a decimal as text */
export function formatDecimal(value: string): string {
  return isNumeric(value) ? numberFormat({ maximumFractionDigits: 6 }).format(value) : value
}

/** How many decimals amounts of a currency have, ISO 4217; 2 where it is not known. */
export function decimalsOf(currency: unknown): number {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 2
  return numberFormat({ style: 'currency', currency }).resolvedOptions().minimumFractionDigits ?? 2
}

/** `EUR 91,130.00`, `JPY 91,130` and `EUR 0.0125`: with the decimals of the currency and what it has beyond; a dash without an amount. @param amount a decimal as the API has it */
export function formatPrice(amount: unknown, currency: unknown): string {
  if (typeof amount !== 'string' || !isNumeric(amount)) return DASH
  const price = formatUnitPrice(amount, decimalsOf(currency))
  return typeof currency === 'string' ? `${currency} ${price}` : price
}
