import { expect, test } from 'vitest'
import { taxCategories } from '../projects/project-states.ts'
import { type PriceInput, priceProject } from './price-project.ts'
import { type TaxCategory, taxRules } from './tax-rules.ts'

const SEED = 20261128
const QUOTES = 6_000
const CURRENCIES = { EUR: 2, USD: 2, GBP: 2, NOK: 2, CHF: 2, JPY: 0, KWD: 3 } as const
const RATES = ['0', '7', '19', '25', '7.7', '8.1', '5.5']

/** Numbers from a seed: xorshift of 32 bits. */
function numbers(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % end
  }
}

interface Quote {
  currency: keyof typeof CURRENCIES
  category: TaxCategory
  rate: string
  input: PriceInput
}

function anyQuote(below: (end: number) => number): Quote {
  const names = Object.keys(CURRENCIES) as (keyof typeof CURRENCIES)[]
  const currency = names[below(names.length)] ?? 'EUR'
  const category = taxCategories[below(taxCategories.length)] ?? 'standard'
  const rate = RATES[below(RATES.length)] ?? '0'
  const minorUnits = CURRENCIES[currency]
  const price = () =>
    `${below(200_000)}${minorUnits === 0 ? '' : `.${String(below(10 ** minorUnits)).padStart(minorUnits, '0')}`}`
  const lines = Array.from({ length: 1 + below(8) }, (_, place) => ({
    id: String(place),
    section: 'Machines',
    quantity: `${1 + below(40)}.${below(10)}`,
    unitPrice: price(),
    unitCost: null,
    discountPercent: String(below(4) === 0 ? below(60) : 0),
    counts: true,
    tax: { category, ratePercent: rate },
  }))
  const discount = { kind: 'percent' as const, value: String(below(3) === 0 ? below(30) : 0) }
  const cashStep = currency === 'CHF' && below(2) === 0 ? '0.05' : null
  return { currency, category, rate, input: { minorUnits, lines, discount, milestones: [], cashStep } }
}

/** The totals of a quote as UBL says them. */
function toUbl({ currency, category, input }: Quote): string {
  const price = priceProject(input)
  const amount = (name: string, value: string) => `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`
  const subtotals = price.taxes.map(
    ({ base, amount: tax, category: of, ratePercent }) =>
      `<cac:TaxSubtotal>${amount('TaxableAmount', base)}${amount('TaxAmount', tax)}<cac:TaxCategory><cbc:ID>${taxRules[of].code}</cbc:ID><cbc:Percent>${ratePercent}</cbc:Percent>${
        ['standard', 'zero'].includes(category) ? '' : `<cbc:TaxExemptionReason>${category}</cbc:TaxExemptionReason>`
      }</cac:TaxCategory></cac:TaxSubtotal>`,
  )
  const lines = price.lines.map(
    ({ net }) => `<cac:QuotationLine>${amount('LineExtensionAmount', net)}</cac:QuotationLine>`,
  )
  const inclusive = exactly(price.net, input.minorUnits) + exactly(price.tax, input.minorUnits)
  return `<Quotation>${lines.join('')}<cac:TaxTotal>${amount('TaxAmount', price.tax)}${subtotals.join('')}</cac:TaxTotal><cac:QuotedMonetaryTotal>${[
    amount('LineExtensionAmount', price.subtotal),
    amount('AllowanceTotalAmount', price.discount),
    amount('TaxExclusiveAmount', price.net),
    amount('TaxInclusiveAmount', decimalOf(inclusive, input.minorUnits)),
    amount('PayableRoundingAmount', price.cashRounding),
    amount('PayableAmount', price.total),
  ].join('')}</cac:QuotedMonetaryTotal></Quotation>`
}

/** A decimal in the smallest units of its currency. */
function exactly(text: string, minorUnits: number): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  if (decimals.length > minorUnits) throw new RangeError(`${text} has more decimals than the currency.`)
  return BigInt(whole + decimals.padEnd(minorUnits, '0'))
}

function decimalOf(units: bigint, minorUnits: number): string {
  const digits = String(units < 0n ? -units : units).padStart(minorUnits + 1, '0')
  const cut = digits.length - minorUnits
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${minorUnits === 0 ? '' : `.${digits.slice(cut)}`}`
}

/** What the rules of EN 16931 find wrong with the totals, worked out from the XML alone. */
function faultsOf(xml: string, minorUnits: number): string[] {
  const all = (part: string, name: string) =>
    [...part.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)</cbc:${name}>`, 'g'))].map(([, value = '']) => value)
  const units = (part: string, name: string) => all(part, name).map((value) => exactly(value, minorUnits))
  const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
  const [, totals = ''] = xml.split('<cac:QuotedMonetaryTotal>')
  const [lines = '', rest = ''] = xml.split('<cac:TaxTotal>')
  const [taxTotal = ''] = rest.split('</cac:TaxTotal>')
  const one = (name: string) => units(totals, name)[0] ?? 0n
  const subtotals = taxTotal.split('<cac:TaxSubtotal>').slice(1)
  const [taxAmount = 0n] = units(taxTotal.split('<cac:TaxSubtotal>')[0] ?? '', 'TaxAmount')
  const faults: string[] = []
  const rule = (name: string, holds: boolean) => {
    if (!holds) faults.push(name)
  }
  rule('BR-CO-10', sum(units(lines, 'LineExtensionAmount')) === one('LineExtensionAmount'))
  rule('BR-CO-13', one('LineExtensionAmount') - one('AllowanceTotalAmount') === one('TaxExclusiveAmount'))
  rule('BR-CO-14', sum(subtotals.map((part) => units(part, 'TaxAmount')[0] ?? 0n)) === taxAmount)
  rule('BR-CO-15', one('TaxExclusiveAmount') + taxAmount === one('TaxInclusiveAmount'))
  rule('BR-CO-16', one('TaxInclusiveAmount') + one('PayableRoundingAmount') === one('PayableAmount'))
  rule('BR-CO-18', subtotals.length > 0)
  rule(
    'taxable amounts',
    sum(subtotals.map((part) => units(part, 'TaxableAmount')[0] ?? 0n)) === one('TaxExclusiveAmount'),
  )
  for (const part of subtotals) {
    const [code = ''] = all(part, 'ID')
    const [percent = ''] = all(part, 'Percent')
    const [[base = 0n], [tax = 0n]] = [units(part, 'TaxableAmount'), units(part, 'TaxAmount')]
    const [whole = '0', decimals = ''] = percent.split('.')
    const [dividend, divisor] = [base * BigInt(whole + decimals), 100n * 10n ** BigInt(decimals.length)]
    // BR-CO-17, half away from zero.
    const charged = (2n * dividend + divisor) / (2n * divisor)
    rule(`BR-CO-17 ${code}`, charged === tax)
    if (code !== 'S') rule(`BR-${code}-5 and -9`, percent === '0' && tax === 0n)
    rule(`BR-${code}-10`, all(part, 'TaxExemptionReason').length === (code === 'S' || code === 'Z' ? 0 : 1))
  }
  return faults
}

test('totals of quotes satisfy EN 16931 in every currency and category of tax, whatever rate stands beside it', () => {
  const below = numbers(SEED)
  const wrong: string[] = []
  const seen = new Set<string>()
  for (let place = 0; place < QUOTES; place++) {
    const quote = anyQuote(below)
    seen.add(`${quote.currency} ${quote.category}`)
    const faults = faultsOf(toUbl(quote), quote.input.minorUnits)
    if (faults.length > 0)
      wrong.push(`${place}: ${quote.currency} ${quote.category} ${quote.rate} %: ${faults.join(', ')}`)
  }
  expect(seen.size).toBe(Object.keys(CURRENCIES).length * taxCategories.length)
  expect(wrong).toEqual([])
})
