import { z } from 'zod'

/** How a field is shown, entered and stored; the web chooses its control by it. */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'url'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'choice'
  | 'list'
  | 'objects'
  | 'reference'

/** Stands for a secret that is there. */
export const SECRET_MASK = '•••'

/** What is said of a field beside its schema. */
export interface FieldTraits {
  /** In the words of people, first letter large. */
  label: string
  help?: string
  unit?: string
  /** Shown in the documentation where a value cannot be made up from the kind of the field. */
  example?: string | number | boolean | null
  /** The server sets it: it is in every row and never in what is sent. */
  readOnly?: boolean
  /** Worked out whenever a row is read, such as how many others belong to it: no part of what was changed about the row. */
  derived?: boolean
  /** Set once, at creation. */
  frozen?: boolean
  /** May be set as long as it is empty; the database holds under which conditions. */
  once?: boolean
  /** Never told again: a row and the history show `SECRET_MASK` where there is one, files leave it out. */
  secret?: boolean
  /** Made by the server and told only by the answer that has made it; null ever after. */
  toldOnce?: boolean
  /** Part of what `search` looks through. */
  search?: boolean
  /** May be sorted by. */
  sort?: boolean
  /** May be filtered by, under its own name. */
  filter?: boolean
}

/** One field of a resource. A field that is not required may be null; one with a default may be left out. */
export interface Field<S extends z.ZodType = z.ZodType, Required extends boolean = boolean> extends FieldTraits {
  kind: FieldKind
  schema: S
  required: Required
  /** Taken where the field is left out at creation. */
  fallback?: z.output<S>
  choices?: readonly string[]
  /** Name of the resource whose id is held. */
  refersTo?: string
}

/** The value in a row. */
export type FieldValue<F> =
  F extends Field<infer S, infer R> ? (R extends true ? z.output<S> : z.output<S> | null) : never

type Options<R extends boolean> = FieldTraits & { required?: R }

function define<S extends z.ZodType, const R extends boolean = false>(
  kind: FieldKind,
  schema: S,
  options: Options<R>,
  extra: Partial<Field<S, R>> = {},
): Field<S, R> {
  return { ...options, ...extra, kind, schema, required: (options.required ?? false) as R }
}

/** Text without control characters: they break tables, logs and spreadsheets. */
function plain(max: number, multiline: boolean): z.ZodString {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const control = multiline ? /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/ : /^[^\u0000-\u001f\u007f]*$/
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must not be longer than ${max} characters`)
    .regex(control, 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must not contain half of a surrogate pair')
    .refine((text) => text === '' || /[^\p{Cf}\p{Z}\p{Cc}]/u.test(text), 'must have a character that can be seen')
}

/** Builders of fields. Limits are the database's too; a test holds the two together. */
export const field = {
  text: <const R extends boolean = false>(options: Options<R> & { max?: number; pattern?: [RegExp, string] }) => {
    const { max = 200, pattern, ...rest } = options
    const schema = plain(max, false)
    return define('text', pattern ? schema.regex(pattern[0], pattern[1]) : schema, rest)
  },
  multiline: <const R extends boolean = false>(options: Options<R> & { max?: number; pattern?: [RegExp, string] }) => {
    const { max = 10_000, pattern, ...rest } = options
    const schema = plain(max, true)
    return define('multiline', pattern ? schema.regex(pattern[0], pattern[1]) : schema, rest)
  },
  /** An IANA time zone, known to this platform. */
  timeZone: <const R extends boolean = false>(options: Options<R>) =>
    define('text', z.string().max(64).refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo'), {
      example: 'Europe/Oslo',
      ...options,
    }),
  email: <const R extends boolean = false>(options: Options<R>) =>
    define('email', z.email('must be an email address such as name@example.com').max(320), options),
  url: <const R extends boolean = false>(options: Options<R>) =>
    define(
      'url',
      z.url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' }).max(500),
      options,
    ),
  integer: <const R extends boolean = false>(options: Options<R> & { min: number; max: number; fallback?: number }) => {
    const { min, max, fallback, ...rest } = options
    const message = `must be a whole number from ${min} to ${max}`
    return define('integer', z.int(message).min(min, message).max(max, message), rest, given({ fallback }))
  },
  /** Degrees, rates and the like as numbers; money is `decimal`. */
  number: <const R extends boolean = false>(options: Options<R> & { min: number; max: number }) => {
    const { min, max, ...rest } = options
    const message = `must be from ${min} to ${max}`
    return define('decimal', z.number(message).min(min, message).max(max, message), rest)
  },
  /** An exact decimal as a string, such as an amount of money: binary fractions would change it. */
  decimal: <const R extends boolean = false>(options: Options<R> & { decimalPlaces: number; positive?: boolean }) => {
    const { decimalPlaces, positive, ...rest } = options
    const message = `must be a number with at most ${decimalPlaces} decimals${positive ? ', greater than 0' : ', not negative'}`
    const schema = z
      .string()
      .regex(new RegExp(`^\\d{1,12}(\\.\\d{1,${decimalPlaces}})?$`), message)
      .refine((value) => !positive || Number(value) > 0, message)
    return define('decimal', schema, { example: '1250.5', ...rest })
  },
  boolean: (options: Options<true> & { fallback: boolean }) => {
    const { fallback, ...rest } = options
    return define('boolean', z.boolean('must be true or false'), { ...rest, required: true as const }, { fallback })
  },
  date: <const R extends boolean = false>(options: Options<R>) =>
    define('date', dayUnder('must be a date such as 2026-11-21'), options),
  time: <const R extends boolean = false>(options: Options<R>) =>
    define('time', momentUnder('must be a time such as 2026-11-21T14:30:00Z'), options),
  /** A time that has been. @param options.aheadMs how far the clock of whoever sends it may be ahead */
  pastTime: <const R extends boolean = false>(options: Options<R> & { aheadMs: number }) => {
    const { aheadMs, ...rest } = options
    const moment = momentUnder('must be a time such as 2026-11-21T14:30:00Z')
    const schema = moment.refine((text) => Date.parse(text) <= Date.now() + aheadMs, 'must not lie in the future')
    return define('time', schema, rest)
  },
  choice: <const C extends readonly [string, ...string[]], const R extends boolean = false>(
    choices: C,
    options: Options<R> & { fallback?: C[number] },
  ) => {
    const { fallback, ...rest } = options
    const schema = z.enum(choices, `must be one of ${choices.join(', ')}`)
    return define('choice', schema, rest, given({ fallback, choices }))
  },
  /** A list of short texts. @param options.entry what each has to be where not any text will do */
  list: (options: Options<true> & { max?: number; entry?: z.ZodType<string, string> }) => {
    const { max = 100, entry = plain(100, false), ...rest } = options
    const schema = z.array(entry).max(max, `must not have more than ${max} entries`)
    return define('list', schema, { ...rest, required: true as const }, { fallback: [] })
  },
  /** A list of objects, stored as JSON. @param schema of the whole list; its limits are held here alone */
  objects: <S extends z.ZodArray>(schema: S, options: Options<true>) =>
    define('objects', schema, { ...options, required: true as const }, { fallback: [] as z.output<S> }),
  reference: <const R extends boolean = false>(resource: string, options: Options<R>) =>
    define('reference', z.uuid('must be the id of an existing entry'), options, { refersTo: resource }),
}

/** Leaves out what is undefined, so that `'fallback' in field` tells whether there is one. */
function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

/** A day that PostgreSQL has too: there is no year 0000. */
export function dayUnder(message: string) {
  return z.iso.date(message).refine((day) => day >= '0001', message)
}

/** A moment that PostgreSQL has too: offsets end before 16 hours. */
function momentUnder(message: string) {
  const isKnown = (text: string) => text >= '0001' && !/[+-](1[6-9]|2\d):?\d\d$/.test(text)
  return z.iso.datetime({ offset: true, error: message }).refine(isKnown, message)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_CONTROL = /^[^\u0000-\u001f\u007f]*$/

/** A few words to search for. */
export function words(max: number) {
  return z.string().trim().max(max).regex(NO_CONTROL, 'must not contain control characters')
}

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are accepted by Intl and are no time zones: they know no summer.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
