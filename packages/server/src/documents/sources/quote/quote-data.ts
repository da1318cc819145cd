import {
  convertedPrice,
  itemName,
  type QuoteContent,
  type QuoteData,
  type QuotePrice,
  type TaxCategory,
  takenOf,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { QuoteDocument } from '../../../estimator/area.ts'
import { DASH, type Written } from '../../written.ts'
import { choiceWords } from '../choice-words.ts'
import { sheetDataOf } from '../data-sheet/sheet-data.ts'
import { qrRows } from '../qr-rows.ts'
import { quoteLines } from './quote-lines.ts'
import { sectionName } from './section-name.ts'

const HASH_DIGITS = 12

/** What goes with a quote and is no part of its content. */
interface Surroundings {
  /** Pictures by the name of their file. */
  pictures: readonly { file: string; caption: string }[]
  /** Where it can be accepted. */
  link: string | undefined
  written: Written
}

/** What templates of quotes show. Amounts are written with the decimals of the currency. */
export function quoteDataOf(
  { content, shown, at, recipient, acceptance }: QuoteDocument,
  { pictures, link, written }: Surroundings,
): QuoteData {
  const { price } = shown
  const money = (amount: string) => written.money(amount, content.minorUnits)
  const category = content.taxCategory
  return {
    number: content.number,
    version: String(content.version),
    date: written.day(at.toISOString().slice(0, 10)),
    // What is ordered ends on no day.
    validUntil: acceptance === undefined ? written.day(content.validUntil) : null,
    title: content.title,
    ...{ customer: content.customer, address: content.address, contact: content.contact, currency: content.currency },
    recipient,
    lines: quoteLines(content, shown, { written, isOrder: acceptance !== undefined }),
    summary: Object.entries(price.sections).map(([section, net]) => ({
      name: sectionName(section),
      amount: money(net),
    })),
    subtotal: money(price.subtotal),
    discount: isNothing(price.discount) ? null : money(`-${price.discount}`.replace('--', '')),
    net: money(price.net),
    taxes: [
      ...(category === null
        ? []
        : [{ name: taxName(category, content, written), base: money(price.net), amount: money(price.tax) }]),
      ...cashRow(price, money),
    ],
    total: `${content.currency} ${money(price.total)}`,
    totalName: category !== null ? t('quote.totalWithTax') : t('quote.totalWithoutTax'),
    ownCurrency: ownCurrencyWords(content, price.total, written),
    payments: content.milestones.map(({ name, percent }, place) => ({
      name,
      percent: `${written.decimal(percent)} %`,
      amount: money(price.milestones[place] ?? '0'),
    })),
    paymentTerms: content.paymentTerms,
    deliveries: content.deliveries.map((delivery) => deliveryWords(delivery, written)),
    tests: testsOf(content, written),
    terms: content.terms,
    hash: (acceptance?.sha256 ?? shown.sha256).slice(0, HASH_DIGITS),
    signature: signatureOf(acceptance, written),
    order: orderWords(content, shown),
    pictures: pictures.map(({ file, caption }) => ({ file, caption })),
    accept: link === undefined ? null : { url: link, qr: qrRows(link) },
    dataSheets: acceptance === undefined ? sheetsOf(content, written) : [],
  }
}

/** It is read before something is ordered: a confirmation has it no more. */
function sheetsOf({ dataSheets = [] }: QuoteContent, written: Written): QuoteData['dataSheets'] {
  return dataSheets.map((sheet) => sheetDataOf(sheet, DASH, written))
}

/** What whoever signs it on paper orders, with the extras that are taken. */
function orderWords(content: QuoteContent, { choices }: QuoteDocument['shown']): string {
  const { number, version, extras } = content
  const taken = takenOf(content, choices)
  const chosen = extras.flatMap(({ id }, place) => (taken.has(id) ? [`E.${place + 1}`] : []))
  if (chosen.length === 0) return t('quotePdf.weOrder', { number, version })
  return t('quotePdf.weOrderWith', { number, version, extras: chosen.join(', ') })
}

const isNothing = (amount: string) => /^-?0(\.0*)?$/.test(amount)

function cashRow({ cashRounding }: QuotePrice, money: (amount: string) => string): QuoteData['taxes'] {
  return isNothing(cashRounding) ? [] : [{ name: t('quote.cashRounding'), base: null, amount: money(cashRounding) }]
}

/** The rate, or why none is charged. */
function taxName(category: TaxCategory, { taxPercent }: QuoteContent, written: Written): string {
  if (category !== 'standard') return t(`quote.taxFree.${category}`)
  return t('quote.tax', { category: choiceWords(category, written.locale), percent: written.decimal(taxPercent) })
}

/** From so much on nobody looks at the decimals of an amount that is about right. */
const WHOLE_DIGITS = 4

function ownCurrencyWords(
  { currency, minorUnits, ownCurrency }: QuoteContent,
  total: string,
  written: Written,
): string | null {
  if (ownCurrency === undefined) return null
  const amount = convertedPrice(total, ownCurrency.rate)
  const [whole = ''] = amount.replace('-', '').split('.')
  const decimals = whole.length >= WHOLE_DIGITS ? 0 : minorUnits
  return t('quotePdf.aboutInOwn', {
    amount: `${ownCurrency.currency} ${written.money(amount, decimals)}`,
    pair: `${currency}/${ownCurrency.currency}`,
    rate: written.decimal(ownCurrency.rate),
    known: [ownCurrency.source, written.day(ownCurrency.validOn)].filter(Boolean).join(', '),
    currency,
  })
}

function deliveryWords(
  { incoterm, namedPlace, fromPlace, toPlace, shipsOn, arrivesOn }: QuoteContent['deliveries'][number],
  written: Written,
): QuoteData['deliveries'][number] {
  const places = [fromPlace, toPlace].filter((place) => place !== null)
  return {
    terms: `${incoterm} ${namedPlace}`,
    route: places.length > 0 ? places.join(' – ') : null,
    ships: shipsOn === null ? DASH : written.day(shipsOn),
    arrives: arrivesOn === null ? DASH : written.day(arrivesOn),
  }
}

function testsOf(content: QuoteContent, written: Written): QuoteData['tests'] {
  return content.commissioning
    .filter(({ acceptanceCriteria, criteria }) => acceptanceCriteria !== null || criteria.length > 0)
    .map(({ kind, description, startsOn, acceptanceCriteria, criteria }) => ({
      kind: choiceWords(kind, written.locale),
      when: [startsOn === null ? undefined : written.day(startsOn), description].filter(Boolean).join(', '),
      criteria: [...criteria.map((one) => criterionWords(one, content, written)), acceptanceCriteria]
        .filter((line) => line !== null)
        .join('\n'),
    }))
}

/** `Speed: at least 60 cycles/min, over 4 hours` */
function criterionWords(
  { name, direction, figure, unit, conditions, itemId }: QuoteContent['commissioning'][number]['criteria'][number],
  content: QuoteContent,
  written: Written,
): string {
  const words = t('quote.criterion', { name, direction, figure: written.decimal(String(figure)), unit })
  const whole = conditions === undefined ? words : `${words}, ${conditions}`
  const line = itemId && itemName(content, itemId)
  return line ? t('quote.criterionOfLine', { criterion: whole, line }) : whole
}

function signatureOf(acceptance: QuoteDocument['acceptance'], written: Written): QuoteData['signature'] {
  if (acceptance === undefined) return null
  const { name, position, orderNumber, drawing, acceptedAt } = acceptance
  const path = drawing?.map((stroke) => `M${stroke.map((point) => point.join(' ')).join('L')}`).join('')
  return { name, position, orderNumber, at: written.time(acceptedAt.getTime()), drawing: path ?? null }
}
