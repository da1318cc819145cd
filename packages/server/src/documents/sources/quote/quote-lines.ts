import {
  COMMISSIONING,
  compareDecimals,
  DELIVERY,
  EXTRAS,
  type PricedQuote,
  type QuoteContent,
  type QuoteData,
  runningSums,
  takenOf,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, type Written } from '../../written.ts'
import { choiceWords } from '../choice-words.ts'
import { sectionName } from './section-name.ts'

/** A line before its amounts are written. */
interface Line {
  section: string
  position: string
  description: string
  detail: string | null
  quantity: string
  unitPrice: string
  /** Of 100, decimal. */
  discountPercent: string
  /** Decimal. */
  net: string
  counts: boolean
  /** What is not taken, and in no total. */
  isAlternative: boolean
}

interface ShownIn {
  written: Written
  /** What was not taken is in no order. */
  isOrder: boolean
}

/** The table of prices: sections of items, then extras, delivery and commissioning; each line with the sum up to it. */
export function quoteLines(
  content: QuoteContent,
  shown: PricedQuote,
  { written, isOrder }: ShownIn,
): QuoteData['lines'] {
  const parts = [itemLines, extraLines, otherLines]
  const all = parts.flatMap((linesOf) => linesOf(content, shown, written))
  const lines = isOrder ? all.filter(({ counts }) => counts) : all
  const sums = runningSums(lines.map(({ counts, net }) => (counts ? net : '0')))
  const money = (amount: string) => written.money(amount, content.minorUnits)
  return lines.map(({ section, unitPrice, discountPercent, net, counts, isAlternative, ...line }, place) => ({
    begins:
      lines[place - 1]?.section === section
        ? null
        : { name: sectionName(section), total: money(shown.price.sections[section] ?? '0') },
    ...line,
    unitPrice: written.unitPrice(unitPrice, content.minorUnits),
    discount: discountWords(discountPercent, written),
    amount: counts ? money(net) : isAlternative ? `(${money(net)})` : DASH,
    sum: money(sums[place] ?? '0'),
  }))
}

function itemLines(content: QuoteContent, { choices, price }: PricedQuote, written: Written): Line[] {
  const taken = takenOf(content, choices)
  const sections = [...new Set(content.items.map(({ section }) => section))]
  const inOrder = sections.flatMap((section) => content.items.filter((item) => item.section === section))
  return inOrder.flatMap(({ alternatives, ...main }) => {
    const ofSection = content.items.filter(({ section }) => section === main.section)
    const position = `${sections.indexOf(main.section) + 1}.${ofSection.findIndex(({ id }) => id === main.id) + 1}`
    return [main, ...alternatives].map((line, place) => {
      const counts = taken.has(line.id)
      const options = line.options.length > 0 ? line.options.join(' · ') : undefined
      return {
        section: main.section,
        position: place === 0 ? position : `${position} ${String.fromCharCode(64 + Math.min(place, 26))}`,
        description: counts || place === 0 ? line.description : t('quotePdf.alternative', { what: line.description }),
        detail: detailOf(options, speedWords(line), counts ? undefined : t('quotePdf.notInTotal')),
        quantity: `${written.decimal(line.quantity)} ${line.unit}`,
        unitPrice: line.unitPrice,
        discountPercent: line.discountPercent,
        net: price.lines[line.id] ?? '0',
        counts,
        isAlternative: true,
      }
    })
  })
}

function speedWords({ promisedSpeed }: Pick<QuoteContent['items'][number], 'promisedSpeed'>): string | undefined {
  if (promisedSpeed === undefined || promisedSpeed === null) return undefined
  const { figure, style } = promisedSpeed
  return style === null ? t('quote.promisedSpeed', { figure }) : t('quote.promisedSpeedWith', { figure, style })
}

function extraLines(content: QuoteContent, { choices, price }: PricedQuote, written: Written): Line[] {
  const taken = takenOf(content, choices)
  return content.extras.map((extra, place) => ({
    section: EXTRAS,
    position: `E.${place + 1}`,
    description: extra.description,
    detail: detailOf(taken.has(extra.id) ? undefined : t('quotePdf.notChosen')),
    quantity: `${written.decimal(extra.quantity)} ${extra.unit}`,
    unitPrice: extra.unitPrice,
    discountPercent: extra.discountPercent,
    net: price.lines[extra.id] ?? '0',
    counts: taken.has(extra.id),
    isAlternative: false,
  }))
}

/** What is taken off a line, so that quantity and price come to its amount. */
function discountWords(discountPercent: string, written: Written): string | null {
  return compareDecimals(discountPercent, '0') === 0 ? null : `${written.decimal(discountPercent)} %`
}

function detailOf(...parts: (string | undefined)[]): string | null {
  return parts.filter(Boolean).join('\n') || null
}

function otherLines({ deliveries, commissioning }: QuoteContent, { price }: PricedQuote, written: Written): Line[] {
  const plain = { detail: null, discountPercent: '0', counts: true, isAlternative: false }
  const netOf = (id: string) => price.lines[id] ?? '0'
  const delivered = deliveries.map((delivery, place) => ({
    ...plain,
    section: DELIVERY,
    position: `D.${place + 1}`,
    description: `${delivery.incoterm} ${delivery.namedPlace}`,
    quantity: '1',
    unitPrice: delivery.price,
    net: netOf(delivery.id),
  }))
  const steps = commissioning.flatMap((step, place) => {
    const position = `C.${place + 1}`
    const base = { ...plain, section: COMMISSIONING }
    const days = t('quotePdf.daysTimesEngineers', {
      count: Number(step.days),
      days: written.decimal(step.days),
      engineers: step.engineers,
    })
    const work = {
      ...base,
      position,
      description: `${choiceWords(step.kind, written.locale)}: ${step.description}`,
      quantity: days,
    }
    const costs = (['travel', 'accommodation'] as const).filter((name) => Number(step[name]) > 0)
    return [
      { ...work, unitPrice: step.dayRate, net: netOf(step.id) },
      ...costs.map((name) => ({
        ...base,
        position,
        description: t(`quotePdf.${name}`),
        quantity: '1',
        unitPrice: step[name],
        net: netOf(`${step.id}/${name}`),
      })),
    ]
  })
  return [...delivered, ...steps]
}
