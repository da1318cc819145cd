import { z } from 'zod'
import type { Field } from './field.ts'

/** So many rows can be named by their ids. */
export const MAX_IDS = 200
const MAX_VALUES = 100
const INT_MAX = 2_147_483_647

const SEVERAL = 'several values are separated by commas or given by repeating the parameter'
const SIGNS = 'In a text, `\\,` is a comma and `\\\\` a backslash.'

/**
 * Reads what a filter is given as: commas separate the values, and `null` is an empty field. A backslash makes the sign
 * after it one of the text: `a\,b` is one value with a comma, `\null` is the word.
 */
export function readFilter(text: string): (string | null)[] {
  const values = ['']
  for (const [sign] of text.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (sign === ',') values.push('')
    else values[values.length - 1] += sign
  }
  return values.map((value) => (value === 'null' ? null : value.replaceAll(/\\([\s\S])/g, '$1')))
}

/** Writes values so that `readFilter` reads them. */
export function writeFilter(values: readonly (string | null)[]): string {
  return values.map((value) => (value === 'null' ? '\\null' : (value ?? 'null').replaceAll(/[\\,]/g, '\\$&'))).join()
}

/** The filter of a field: its values in the form in which PostgreSQL reads them, `null` for an empty field. */
export function filterSchema(entry: Field) {
  const message = `must be a value of ${entry.label}`
  return severalOf(z.union([z.null(), valueSchema(entry, message)], message), MAX_VALUES).meta({
    description: `${entry.label}; ${SEVERAL}, \`null\` means empty. ${isText(entry) ? SIGNS : ''}`.trim(),
  })
}

/** The filter of rows by their ids. */
export function idsSchema() {
  return severalOf(z.uuid('must be the id of a row'), MAX_IDS).meta({
    description: `The rows with these ids, at most ${MAX_IDS}; ${SEVERAL}`,
  })
}

function severalOf(value: z.ZodType<string | null, string | null>, max: number) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap(readFilter))
    .pipe(z.array(value).max(max, `must not have more than ${max} values`))
    .optional()
}

function isText({ kind }: Field): boolean {
  return ['text', 'multiline', 'email', 'url', 'list'].includes(kind)
}

/** One value, which comes as text in a query. */
function valueSchema(entry: Field, message: string): z.ZodType<string, string> {
  switch (entry.kind) {
    case 'boolean':
      return z.enum(['true', 'false'])
    case 'integer':
      return numberText(/^-?\d{1,15}$/, (value) => Math.abs(value) <= INT_MAX)
    case 'decimal':
      return entry.schema instanceof z.ZodNumber
        ? numberText(/^-?\d{1,15}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/, Number.isFinite)
        : z.string().regex(/^-?\d{1,15}(\.\d{1,20})?$/, message)
    case 'list':
      return (entry.schema as z.ZodArray<z.ZodString>).element
    default:
      return entry.schema as z.ZodType<string, string>
  }
}

/** A number as people write it, such as `005`, returned as a number. */
function numberText(pattern: RegExp, isKnown: (value: number) => boolean): z.ZodType<string, string> {
  return z
    .string()
    .regex(pattern)
    .transform(Number)
    .refine(isKnown)
    .transform((value) => String(value))
}
