import { Dice } from './dice.ts'
import type { SampleQuote } from './quotes.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** When what happened to a quote; what has not happened is missing. */
export interface Course {
  begun: Date
  /** When it was stored by hand as it was then. */
  stored?: Date
  submittedFirst?: Date
  rejected?: Date
  submitted?: Date
  approved?: Date
  sentWrongly?: Date
  sent?: Date
  opened?: Date
  asked?: Date
  answered?: Date
  /** Accepted, declined or given up. */
  decided?: Date
}

/** On which day after it was begun. What is decided is decided long before the quote ends. */
const DAYS = {
  ...{ stored: 2, submittedFirst: 4, rejected: 5, submitted: 7, approved: 9, sentWrongly: 9.5, sent: 10, opened: 11 },
  ...{ asked: 13, answered: 14, decided: 24 },
} as const

/** How far quotes of a state have come. */
const REACHED = { draft: 'stored', review: 'submitted', approved: 'approved', sent: 'answered', expired: 'answered' }

/** The course of a quote up to its state. */
export function courseOf(quote: SampleQuote, place: number, now: Date): Course {
  const dice = new Dice(place * 104_729 + 11)
  const begun = new Date(now.getTime() - quote.daysAgo * DAY_MS)
  const reached = quote.status === 'won' || quote.status === 'lost' ? 'decided' : REACHED[quote.status]
  const steps = Object.entries(DAYS).filter(([name]) => happens(quote, place, name))
  const last = steps.findIndex(([name]) => name === reached)
  const until = last < 0 ? steps.filter(([, day]) => day <= dayOf(reached)).length : last + 1
  const dated = steps.slice(0, until).map(([name, day]) => {
    return [name, new Date(begun.getTime() + day * DAY_MS + dice.below(8) * HOUR_MS)]
  })
  return { begun, ...Object.fromEntries(dated) }
}

function happens(quote: SampleQuote, place: number, step: string): boolean {
  if (step === 'stored') return quote.revises === undefined && place % 3 === 0
  if (step === 'submittedFirst' || step === 'rejected') return quote.rejectedFor !== undefined
  if (step === 'sentWrongly') return quote.sentWrongly === true
  if (step === 'asked') return quote.asked !== undefined
  if (step === 'answered') return quote.asked?.[1] !== undefined
  return true
}

function dayOf(step: string): number {
  return Object.entries(DAYS).find(([name]) => name === step)?.[1] ?? 0
}
