import { z } from 'zod'
import { emailSchema } from './email.ts'
import type { FieldKind, FieldTraits } from './field-traits.ts'
import { withLazy } from './lazy.ts'
import { dayUnder, isLanguage, isTimeZone, momentUnder, plain, webAddress } from './text-schemas.ts'

/** Stands for a secret that is there. */
export const SECRET_MASK = '•••'

/** One field of a resource. A field that is not required may be null; one with a default may be left out. */
export interface Field<
  S extends z.ZodType = z.ZodType,
  Required extends boolean = boolean,
  ReadOnly extends boolean = boolean,
  Frozen extends boolean = boolean,
  Secret extends boolean = boolean,
> extends FieldTraits {
  kind: FieldKind
  schema: S
  required: Required
  readOnly?: ReadOnly
  frozen?: Frozen
  secret?: Secret
  /** Taken where the field is left out at creation. */
  fallback?: z.output<S>
  choices?: readonly string[]
  /** Name of the resource whose id, or whose ids, are held. */
  refersTo?: string
  /** What an object of a list consists of, as a form shows it; the schema of the list holds its limits. */
  parts?: Readonly<Record<string, Field>>
}

/** The value in a row. */
export type FieldValue<F> =
  F extends Field<infer S, infer R> ? (R extends true ? z.output<S> : z.output<S> | null) : never

type Flag = boolean
type No = false

/** `R`: required, `O`: only read, `Z`: frozen, `M`: masked as a secret. A flag that is left out is `false` in the types. */
type Options<R extends Flag, O extends Flag, Z extends Flag, M extends Flag> = Omit<
  FieldTraits,
  'readOnly' | 'frozen' | 'secret'
> & {
  required?: R
  readOnly?: O
  frozen?: Z
  secret?: M
}

function define<S extends z.ZodType, R extends Flag, O extends Flag, Z extends Flag, M extends Flag>(
  kind: FieldKind,
  schema: () => S,
  options: Options<R, O, Z, M>,
  extra: Partial<Field<S, R, O, Z, M>> = {},
): Field<S, R, O, Z, M> {
  return withLazy({ ...options, ...extra, kind, required: (options.required ?? false) as R }, { schema })
}

/** Builders of fields. Limits are the database's too; a test holds the two together. */
export const field = {
  text: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M> & { max?: number; pattern?: [RegExp, string] },
  ) => {
    const { max = 200, pattern, ...rest } = options
    return define('text', () => matching(plain(max, false), pattern), rest)
  },
  multiline: <
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    options: Options<R, O, Z, M> & {
      max?: number
      pattern?: [RegExp, string]
      /** What is wrong with a text, in words that follow the label. */
      faultOf?: (text: string) => string | undefined
    },
  ) => {
    const { max = 10_000, pattern, faultOf, ...rest } = options
    return define('multiline', () => checked(matching(plain(max, true), pattern), faultOf), rest)
  },
  /** An IANA time zone, known to this platform. */
  timeZone: <
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    options: Options<R, O, Z, M>,
  ) =>
    define('text', () => z.string().max(64).refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo'), {
      example: 'Europe/Oslo',
      ...options,
    }),
  /** A language tag, BCP 47, of a language that is known to this platform. */
  language: <
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    options: Options<R, O, Z, M>,
  ) => {
    const message = 'must be a known language such as en or nb-NO'
    const schema = () => z.string().max(35).refine(isLanguage, message)
    return define('text', schema, { help: 'BCP 47, such as nb-NO', example: 'nb-NO', ...options })
  },
  email: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M>,
  ) => define('email', emailSchema, options),
  url: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M>,
  ) => define('url', () => webAddress(500, 'must be an address that starts with http:// or https://'), options),
  integer: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M> & { min: number; max: number; fallback?: number },
  ) => {
    const { min, max, fallback, ...rest } = options
    const message = `must be a whole number from ${min} to ${max}`
    return define('integer', () => z.int(message).min(min, message).max(max, message), rest, given({ fallback }))
  },
  /** Degrees, rates and the like as numbers; money is `decimal`. */
  number: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M> & { min: number; max: number },
  ) => {
    const { min, max, ...rest } = options
    const message = `must be from ${min} to ${max}`
    return define('decimal', () => z.number(message).min(min, message).max(max, message), rest)
  },
  /** An exact decimal as a string, such as an amount of money: binary fractions would change it. */
  decimal: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M> & {
      decimalPlaces: number
      positive?: boolean
      /** Of what only the server sets, such as a margin. */
      signed?: boolean
      fallback?: string
    },
  ) => {
    const { decimalPlaces, positive, signed, fallback, ...rest } = options
    const message = positive
      ? `must be a number with at most ${decimalPlaces} decimals, greater than 0`
      : `must be a number with at most ${decimalPlaces} decimals, not negative`
    const schema = () =>
      z
        .string()
        .regex(new RegExp(`^${signed ? '-?' : ''}\\d{1,12}(\\.\\d{1,${decimalPlaces}})?$`), message)
        .refine((value) => !positive || Number(value) > 0, message)
    return define('decimal', schema, { example: '1250.5', ...rest }, given({ fallback }))
  },
  /** Exact, from 0 to 100. */
  percent: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M> & { fallback?: string },
  ) => {
    const { fallback, ...rest } = options
    const message = 'must be a number from 0 to 100 with at most 4 decimals'
    const schema = () => z.string().regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, message)
    return define('decimal', schema, { unit: '%', example: '12.5', ...rest }, given({ fallback }))
  },
  boolean: <const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<true, O, Z, M> & { fallback: boolean },
  ) => {
    const { fallback, ...rest } = options
    return define(
      'boolean',
      () => z.boolean('must be true or false'),
      { ...rest, required: true as const },
      { fallback },
    )
  },
  date: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M>,
  ) => define('date', () => dayUnder('must be a date such as 2026-11-21'), options),
  time: <const R extends Flag = No, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<R, O, Z, M>,
  ) => define('time', () => momentUnder('must be a time such as 2026-11-21T14:30:00Z'), options),
  /** A time that has been. @param options.aheadMs how far the sender's clock may be ahead */
  pastTime: <
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    options: Options<R, O, Z, M> & { aheadMs: number },
  ) => {
    const { aheadMs, ...rest } = options
    const schema = () =>
      momentUnder('must be a time such as 2026-11-21T14:30:00Z').refine(
        (text) => Date.parse(text) <= Date.now() + aheadMs,
        'must not be in the future',
      )
    return define('time', schema, rest)
  },
  choice: <
    const C extends readonly [string, ...string[]],
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    choices: C,
    options: Options<R, O, Z, M> & { fallback?: C[number] },
  ) => {
    const { fallback, ...rest } = options
    const schema = () => z.enum(choices, `must be one of ${choices.join(', ')}`)
    return define('choice', schema, rest, given({ fallback, choices }))
  },
  /** A list of short texts. @param options.entry what each has to be where not any text will do */
  list: <const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    options: Options<true, O, Z, M> & { max?: number; entry?: z.ZodType<string, string>; refersTo?: string },
  ) => {
    const { max = 100, entry, refersTo, ...rest } = options
    const schema = () => z.array(entry ?? plain(100, false)).max(max, `must not have more than ${max} entries`)
    return define('list', schema, { ...rest, required: true as const }, { fallback: [], ...given({ refersTo }) })
  },
  /**
   * A list of objects, stored as JSON. @param schema of the whole list; its limits are held here alone. `parts` are needed where a form of the resource
   * shows the list
   */
  objects: <S extends z.ZodArray, const O extends Flag = No, const Z extends Flag = No, const M extends Flag = No>(
    schema: S,
    { parts, ...options }: Options<true, O, Z, M> & { parts?: Readonly<Record<string, Field>> },
  ) =>
    define(
      'objects',
      () => schema,
      { ...options, required: true as const },
      { fallback: [] as z.output<S>, ...given({ parts }) },
    ),
  reference: <
    const R extends Flag = No,
    const O extends Flag = No,
    const Z extends Flag = No,
    const M extends Flag = No,
  >(
    resource: string,
    options: Options<R, O, Z, M>,
  ) => define('reference', () => z.uuid('must be the id of an existing entry'), options, { refersTo: resource }),
}

function matching(schema: z.ZodString, pattern: [RegExp, string] | undefined): z.ZodString {
  return pattern === undefined ? schema : schema.regex(...pattern)
}

function checked(schema: z.ZodString, faultOf: ((text: string) => string | undefined) | undefined): z.ZodString {
  if (faultOf === undefined) return schema
  return schema.superRefine((text, context) => {
    const message = faultOf(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

/** Leaves out what is undefined, so that `'fallback' in field` shows whether there is one. */
function given<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
