import { numberFormat } from '../../../lib/format/numbers.ts'

/** An amount with the decimals that it comes with. @param sign `always` for what is added: `+16,768.29` */
export function formatAmount(amount: string, sign: 'auto' | 'always' = 'auto'): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const signDisplay = sign === 'always' ? 'exceptZero' : 'auto'
  return numberFormat({ ...digits, signDisplay }).format(amount as `${number}`)
}

/** A decimal without zeros at its end. */
export function formatDecimal(decimal: string): string {
  return numberFormat({ maximumFractionDigits: 6 }).format(decimal as `${number}`)
}
