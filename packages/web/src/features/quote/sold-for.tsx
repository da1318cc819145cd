import { compareDecimals, type QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatDecimal, formatUnitPrice } from '../../lib/format/money.ts'

type Sold = Pick<QuoteContent['extras'][number], 'quantity' | 'unit' | 'unitPrice' | 'discountPercent'>

/** How the amount of a line comes about: `10 pcs × 30.75, less 5 %`. */
export function SoldFor({ line, minorUnits }: { line: Sold; minorUnits: number }) {
  const { quantity, unit, unitPrice, discountPercent } = line
  return (
    <span className="text-text-2 tabular-nums">
      {formatDecimal(quantity)} {unit} × {formatUnitPrice(unitPrice, minorUnits)}
      {compareDecimals(discountPercent, '0') !== 0 &&
        `, ${t('quotePage.lessPercent', { percent: formatDecimal(discountPercent) })}`}
    </span>
  )
}
