import { type Course, courseOf } from './course.ts'
import { sampleColleagues, sampleStaff } from './people.ts'
import { siteOf, wholeQuote } from './quote-parts.ts'
import { type SampleQuote, sampleQuotes } from './quotes.ts'
import { rateTaken, sampleRates } from './rates.ts'

/** A quote of the sample as it is entered: with its lines and its course. */
export type EnteredQuote = SampleQuote &
  ReturnType<typeof wholeQuote> & {
    id: string
    number: string
    revision: number
    revisionOfId: string | null
    course: Course
    owner: string
    site: string
    /** The state that is stored: that a quote is over is seen by its day. */
    storedStatus: string
    changedAt: Date
    rowVersion: number
  }

/** All quotes, oldest first. Numbers count up in each year; a revision has that of the quote which it revises, and the same lines. */
export function enterable(now: Date): EnteredQuote[] {
  const rates = sampleRates(now)
  const entered: EnteredQuote[] = []
  const counts = new Map<number, number>()
  for (const [place, quote] of sampleQuotes.entries()) {
    const revised = entered.find(({ title }) => title === quote.revises)
    const seed = revised === undefined ? place : entered.indexOf(revised)
    const course = courseOf(quote, place, now)
    const { begun } = course
    const parts = wholeQuote(quote, { seed, begun, rate: rateTaken(rates, quote.currency, begun) })
    const year = begun.getUTCFullYear()
    const count = (counts.get(year) ?? 0) + (revised === undefined ? 1 : 0)
    counts.set(year, count)
    entered.push({
      ...quote,
      ...withLines(parts, revised),
      id: crypto.randomUUID(),
      number: revised?.number ?? `Q-${year}-${String(count).padStart(5, '0')}`,
      revision: (revised?.revision ?? 0) + 1,
      revisionOfId: revised?.id ?? null,
      course,
      owner: quote.isOfColleague ? sampleColleagues.sales.email : sampleStaff,
      site: siteOf(quote),
      storedStatus: quote.status === 'expired' ? 'sent' : quote.status,
      changedAt: transitionsOf(course).at(-1) ?? begun,
      rowVersion: transitionsOf(course).length + 1,
    })
  }
  return entered
}

/** When its state has changed. */
function transitionsOf({ submittedFirst, rejected, submitted, approved, sent, decided }: Course): Date[] {
  return [submittedFirst, rejected, submitted, approved, sent, decided].filter((at) => at !== undefined)
}

type Parts = ReturnType<typeof wholeQuote>

/** Rows are the same lines as those of the quote that they revise. */
function withLines(parts: Parts, revised: Parts | undefined): Parts {
  const lined = <Row extends { id: string }>(rows: readonly Row[], before: readonly { id: string }[] = []) =>
    rows.map((row, place) => ({ ...row, lineId: before[place]?.id ?? row.id }))
  const items = lined(parts.items, revised?.items)
  const lineOf = (id: string | undefined) => items.find((item) => item.id === id)?.lineId
  const commissioning = parts.commissioning.map((step) => ({
    ...step,
    criteria: step.criteria.map((one) => (one.line === undefined ? one : { ...one, line: lineOf(one.line) })),
  }))
  return {
    ...parts,
    items,
    extras: lined(parts.extras, revised?.extras),
    deliveries: lined(parts.deliveries, revised?.deliveries),
    commissioning: lined(commissioning, revised?.commissioning),
  }
}
