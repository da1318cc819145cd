import { type Field, type Fields, SECRET_MASK } from '@packhouse/contract'
import { editable, isUnclearHere } from '../lib/format/decimal-text.ts'

/** What a control of a single value holds: text for most, a switch, or the entries of a list. */
export type SimpleValue = string | boolean | string[]
/** What a control holds; that of a list of objects what each of their parts does. */
export type FormValue = SimpleValue | FormEntry[]
export type FormEntry = { [part: string]: SimpleValue | undefined }
export type FormValues = Record<string, FormValue>

/** The value of a row as its control holds it; an empty field is empty text. */
export function toFormValue(field: Field, value: unknown): FormValue {
  if (field.kind === 'boolean') return value === true
  if (field.kind === 'objects') return entriesOf(value).map((entry) => toFormEntry(field, entry))
  if (field.kind === 'list') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  if (field.kind === 'decimal') return editable(String(value))
  return field.kind === 'time' ? toLocalTime(String(value)) : String(value)
}

/**
 * What a control holds as the value to send. Empty text is null. A decimal goes as the text that was typed where the
 * contract wants text, because binary fractions would change it. A comma is taken for a point, but nothing is sent for what may be a thousand
 * times as much: it is left for the check to refuse.
 */
export function fromFormValue(field: Field, value: FormValue): unknown {
  if (field.kind === 'objects') return entriesOf(value).map((entry) => fromFormEntry(field, entry))
  if (typeof value !== 'string') return value
  // The dots of a secret that is there: it was not touched.
  if (field.secret && value === SECRET_MASK) return undefined
  const typed = field.kind === 'multiline' ? value : value.trim()
  if (typed.trim() === '') return null
  if (field.kind === 'integer') return Number(typed)
  if (field.kind === 'decimal') return fromDecimal(field, typed)
  if (field.kind === 'time') return fromLocalTime(typed)
  return typed
}

/** The values a form starts with: those of the row, or what the declaration falls back to. */
export function toFormValues(fields: Fields, row: Readonly<Record<string, unknown>> | undefined): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFormValue(field, row ? row[name] : field.fallback)]),
  )
}

/** What a form would send. */
export function fromFormValues(fields: Fields, values: Readonly<Partial<FormValues>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fromFormValue(field, values[name] ?? '')]),
  )
}

/** The names of the fields whose control holds something else than at the start. */
export function changedNames(start: FormValues, now: Readonly<Partial<FormValues>>): string[] {
  return Object.keys(start).filter((name) => !isSame(start[name], now[name]))
}

/** The entries of a list of texts. */
export function textsOf(value: FormValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** Whether two values say the same; lists by their entries. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))
}

/** What the parts of an object hold; of a new one what they fall back to. */
export function toFormEntry({ parts = {} }: Field, entry?: Readonly<Record<string, unknown>>): FormEntry {
  return toFormValues(parts, entry) as FormEntry
}

/** An empty part is left out where the schema of the list takes no null in its place. */
function fromFormEntry({ schema, parts = {} }: Field, entry: Readonly<Record<string, unknown>>) {
  const shape = entryShape(schema)
  const sent = Object.entries(fromFormValues(parts, entry as FormEntry)).filter(
    ([name, value]) => value !== null || parts[name]?.required || shape[name]?.safeParse(null).success,
  )
  return Object.fromEntries(sent)
}

function entryShape(schema: Field['schema']): Readonly<Record<string, Field['schema']>> {
  const element = 'element' in schema ? schema.element : undefined
  return typeof element === 'object' && element !== null && 'shape' in element ? (element.shape as never) : {}
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : []
}

function fromDecimal(field: Field, typed: string): string | number {
  if (isUnclearHere(typed)) return field.schema.def.type === 'number' ? Number.NaN : typed.replace(/[.,]/, ' ')
  const point = typed.includes('.') ? typed : typed.replace(',', '.')
  return field.schema.def.type === 'number' ? Number(point) : point
}

/** `2026-11-21T08:30` on the reader's clock, as the browser's control wants it. */
function toLocalTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

function fromLocalTime(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}
