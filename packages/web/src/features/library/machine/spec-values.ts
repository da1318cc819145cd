import type { FieldSpecKind, SpecValue } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { editable, faultWords, isUnclearHere } from '../../../lib/format/decimal-text.ts'
import { numberFormat } from '../../../lib/format/numbers.ts'

/** A field of a machine's type with what limits its values. */
export interface SpecField {
  key: string
  label: string
  kind: FieldSpecKind
  unit: string | null
  required: boolean
  min: number | null
  max: number | null
  options: readonly string[]
}

/** What is typed for a field: a range has two ends, everything else only the first. */
export interface Typed {
  first: string
  last: string
}

export const nothingTyped: Typed = { first: '', last: '' }

/** The value of a machine as it is typed. */
export function toTyped(value: SpecValue | null): Typed {
  if (value === null) return nothingTyped
  if (typeof value === 'object') return { first: editable(String(value.from)), last: editable(String(value.to)) }
  return { first: typeof value === 'number' ? editable(String(value)) : String(value), last: '' }
}

export function isSameTyped(one: Typed, other: Typed): boolean {
  return one.first === other.first && one.last === other.last
}

/** What is typed as the value to send; null where nothing is. It must have no fault. */
export function toValue({ kind }: Pick<SpecField, 'kind'>, { first, last }: Typed): SpecValue | null {
  const [from, to] = [first.trim(), last.trim()]
  if (from === '' && to === '') return null
  if (kind === 'number') return toNumber(from)
  if (kind === 'range') return { from: toNumber(from), to: toNumber(to) }
  if (kind === 'boolean') return from === 'true'
  return from
}

/** What is wrong with what is typed, as a sentence; the server says the rest. */
export function faultOfTyped(field: SpecField, typed: Typed, mustHave: boolean): string | undefined {
  const { label, kind } = field
  const [from, to] = [typed.first.trim(), typed.last.trim()]
  if (from === '' && to === '') return field.required && mustHave ? t('resource.isRequired', { label }) : undefined
  if (kind !== 'number' && kind !== 'range') return undefined
  const ends = kind === 'range' ? [from, to] : [from]
  if (ends.some((end) => end === '')) return t('library.bothEndsNeeded', { label })
  const unclear = ends.find(isUnclearHere)
  if (unclear !== undefined) return faultWords('unclear', unclear)
  if (!ends.every(isNumber)) return t('library.mustBeANumber', { label })
  const [least = 0, most = least] = ends.map(toNumber)
  if (most < least) return t('library.toBelowFrom', { from: withUnit(least, field.unit) })
  if (field.min !== null && least < field.min)
    return t('library.notBelow', { label, min: withUnit(field.min, field.unit) })
  if (field.max !== null && most > field.max)
    return t('library.notAbove', { label, max: withUnit(field.max, field.unit) })
  return undefined
}

/** A value as people read it, without its unit. */
export function specWords(value: SpecValue): string {
  if (typeof value === 'boolean') return value ? t('general.yes') : t('resource.no')
  if (typeof value === 'object') return t('library.fromToNumbers', { from: format(value.from), to: format(value.to) })
  return typeof value === 'number' ? format(value) : value
}

export function withUnit(number: number, unit: string | null): string {
  return unit === null ? format(number) : t('library.numberWithUnit', { number: format(number), unit })
}

function format(number: number): string {
  return numberFormat({ maximumFractionDigits: 9 }).format(number)
}

export function isNumber(text: string): boolean {
  return /^-?\d{1,12}([.,]\d{1,9})?$/.test(text)
}

export function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}
