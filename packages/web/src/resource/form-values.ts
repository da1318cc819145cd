import { type Field, type Fields, SECRET_MASK } from '@packhouse/contract'

/** What a control holds: text for most, a switch, or the entries of a list. */
export type FormValue = string | boolean | string[]
export type FormValues = Record<string, FormValue>

/** The value of a row as its control holds it; an empty field is empty text. */
export function toFormValue(field: Field, value: unknown): FormValue {
  if (field.kind === 'boolean') return value === true
  if (field.kind === 'list') return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  return field.kind === 'time' ? toLocalTime(String(value)) : String(value)
}

/**
 * What a control holds as the value to send. Empty text is null. A decimal goes as the text that was typed where the
 * contract wants text, because binary fractions would change it; a comma is taken for a point.
 */
export function fromFormValue(field: Field, value: FormValue): unknown {
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

/** Whether two values say the same; lists by their entries. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))
}

function fromDecimal(field: Field, typed: string): string | number {
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
