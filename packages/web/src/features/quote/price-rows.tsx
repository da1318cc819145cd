import { COMMISSIONING, DELIVERY, EXTRAS, isBelowZero, type QuoteContent, type QuotePrice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatDecimal, formatMoney } from '../../lib/format/money.ts'
import { DASH } from '../../lib/format/numbers.ts'

const isNothing = (amount: string) => /^-?0(\.0*)?$/.test(amount)

/** What the total is made of. */
export function PriceRows({ content, price }: { content: QuoteContent; price: QuotePrice }) {
  const money = (amount: string) => formatMoney(amount, content.minorUnits)
  const hasTax = content.taxCategory !== null && !isBelowZero(price)
  const hasDiscount = !isNothing(price.discount)
  const rows = [
    ...Object.entries(price.sections).map(([section, net]) => [sectionName(section), money(net)] as const),
    ...(hasDiscount ? [[t('quotePage.discount'), `−${money(price.discount)}`] as const] : []),
    ...(hasTax || (hasDiscount && !isBelowZero(price)) ? [[t('quotePage.net'), money(price.net)] as const] : []),
    ...(hasTax
      ? [[t('quotePage.taxOn', { tax: taxName(content), base: money(price.net) }), money(price.tax)] as const]
      : []),
    ...(isNothing(price.cashRounding) ? [] : [[t('quotePage.cashRounding'), money(price.cashRounding)] as const]),
  ]
  return rows.map(([name, amount]) => (
    <div key={name} className="flex justify-between gap-3 px-5 py-[5px] text-13 text-text-2 tabular-nums">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span>{amount}</span>
    </div>
  ))
}

/** The rate, or why none is charged. */
function taxName({ taxCategory, taxPercent }: QuoteContent): string {
  if (taxCategory === null || taxCategory === 'standard')
    return t('quotePage.tax', { percent: formatDecimal(taxPercent) })
  return t(`quote.taxFree.${taxCategory}`)
}

/** A dash for choices that come to less than what is taken off. */
export function shownTotal({ minorUnits }: QuoteContent, price: QuotePrice): string {
  return isBelowZero(price) ? DASH : formatMoney(price.total, minorUnits)
}

export function totalName({ taxCategory }: QuoteContent): string {
  return taxCategory === null ? t('quotePage.totalWithoutTax') : t('quotePage.totalWithTax')
}

function sectionName(section: string): string {
  const names: Record<string, string> = {
    [EXTRAS]: t('quotePage.extras'),
    [DELIVERY]: t('quotePage.delivery'),
    [COMMISSIONING]: t('quotePage.commissioning'),
  }
  return names[section] ?? section
}
