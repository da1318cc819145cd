import type { CallInput, configureJob, packagingFamilies } from '@packhouse/contract'

export type Family = (typeof packagingFamilies)[number]
export type Job = NonNullable<CallInput<typeof configureJob>['body']>
export type Sort = 'match' | 'price' | 'leadTime'

/** What is asked for. Null and empty: not asked. Sizes in mm, output in packs per minute, budget a decimal. */
export interface Answers {
  family: Family | ''
  styleId: string
  length: number | null
  width: number | null
  height: number | null
  output: number | null
  /** Hours a day. */
  hours: number | null
  /** Percent of these hours in which the machine runs. */
  availability: number
  /** How many machines share the output. */
  machines: number
  material: string
  voltage: number | null
  phases: number | null
  washDown: boolean
  budget: string
  currency: string
  /** The last day of delivery, `YYYY-MM-DD`. */
  date: string
  sort: Sort
}

/** What a machine runs of its time where nobody says otherwise, in percent. */
export const USUAL_AVAILABILITY = 92
export const DEFAULT_CURRENCY = 'EUR'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const families: readonly Family[] = ['bag', 'pouch', 'tray', 'carton', 'case']
const sorts: readonly Sort[] = ['match', 'price', 'leadTime']

/** The names of the answers in the address. */
const names = {
  family: 'family',
  styleId: 'style',
  length: 'length',
  width: 'width',
  height: 'height',
  output: 'output',
  hours: 'hours',
  availability: 'runs',
  machines: 'machines',
  material: 'material',
  voltage: 'voltage',
  phases: 'phases',
  washDown: 'wash',
  budget: 'budget',
  currency: 'currency',
  date: 'by',
  sort: 'sort',
} as const satisfies Record<keyof Answers, string>

/** The answers of an address. What it says that cannot be an answer is as if it were not there. */
export function readAnswers(search: Readonly<Record<string, unknown>>): Answers {
  const text = (name: keyof Answers) => textOf(search[names[name]])
  const number = (name: keyof Answers, least: number, most: number) => within(text(name), least, most)
  const family = families.find((one) => one === text('family')) ?? ''
  return {
    family,
    styleId: UUID.test(text('styleId')) ? text('styleId').toLowerCase() : '',
    length: number('length', 0.1, 100_000),
    width: number('width', 0.1, 100_000),
    height: number('height', 0.1, 100_000),
    output: number('output', 0.01, 100_000),
    hours: number('hours', 0.1, 24),
    availability: number('availability', 1, 100) ?? USUAL_AVAILABILITY,
    machines: whole(number('machines', 1, 99)) ?? 1,
    material: text('material').slice(0, 100),
    voltage: whole(number('voltage', 1, 100_000)),
    phases: whole(number('phases', 1, 3)),
    washDown: text('washDown') === 'true',
    budget: /^\d{1,12}(\.\d{1,4})?$/.test(text('budget')) ? text('budget') : '',
    currency: /^[A-Z]{3}$/.test(text('currency')) ? text('currency') : DEFAULT_CURRENCY,
    date: isDay(text('date')) ? text('date') : '',
    sort: sorts.find((one) => one === text('sort')) ?? 'match',
  }
}

/** Answers as the address has them; what is not asked leaves no trace there. */
export function writeAnswers(part: Partial<Answers>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      names[name as keyof Answers],
      isDefault(name, value) ? undefined : String(value),
    ]),
  )
}

/** The job of these answers; undefined without a packaging style, of which nothing can be asked. */
export function toJob(answers: Answers): Job | undefined {
  if (answers.styleId === '') return undefined
  const { length, width, height, voltage, phases, washDown, sort } = answers
  const { perMachine, withStops } = workOutOutput(answers)
  const budget = answers.budget === '' ? {} : { budget: answers.budget, currency: answers.currency }
  return {
    styleId: answers.styleId,
    length,
    width,
    height,
    outputPerMinute: perMachine,
    peakPerMinute: withStops,
    material: answers.material.trim() === '' ? null : answers.material.trim(),
    voltage,
    phases,
    washDown,
    date: answers.date === '' ? null : answers.date,
    sort,
    ...budget,
  }
}

export interface Output {
  /** Packs per minute of each machine. */
  perMachine: number | null
  /** Packs per minute that a machine has to reach while it runs, so that it makes up for its stops. */
  withStops: number | null
  /** Packs a day of all machines. */
  perDay: number | null
}

const MOST_PER_MINUTE = 100_000

export function workOutOutput({ output, hours, availability, machines }: Answers): Output {
  if (output === null) return { perMachine: null, withStops: null, perDay: null }
  const perMachine = Math.max(0.01, upTo2(output / machines))
  const withStops = Math.min(MOST_PER_MINUTE, Math.max(perMachine, upTo2((perMachine * 100) / availability)))
  return { perMachine, withStops, perDay: hours === null ? null : Math.round(output * 60 * hours) }
}

/** Rounded up: a machine that just reaches the rounded figure is enough. */
function upTo2(value: number): number {
  return Math.ceil(Number((value * 100).toFixed(6))) / 100
}

/** Also of an address that a script has made, where numbers are no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

function within(text: string, least: number, most: number): number | null {
  const value = /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

function whole(value: number | null): number | null {
  return value !== null && Number.isInteger(value) ? value : null
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function isDefault(name: string, value: unknown): boolean {
  if (name === 'availability') return value === USUAL_AVAILABILITY
  if (name === 'machines') return value === 1
  if (name === 'currency') return value === DEFAULT_CURRENCY
  if (name === 'sort') return value === 'match'
  return value === '' || value === null || value === false
}
