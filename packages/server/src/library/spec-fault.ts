import type { FieldSpecKind, SpecValue } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Fault } from '../engine/fault-list.ts'
import { listed } from '../platform/language.ts'

/** What a field of a machine type says of its values. */
export interface SpecField {
  key: string
  label: string
  kind: FieldSpecKind
  min: number | null
  max: number | null
  options: string[]
  required: boolean
}

/** What keeps a value from being one of a field; undefined where it fits. Null fits every field. */
export function specFault(field: SpecField | undefined, value: SpecValue | null): Fault | undefined {
  if (field === undefined) return { code: 'unknown', words: () => t('library.specIsNoField') }
  if (value === null) return undefined
  if (!isOfKind(field.kind, value))
    return { code: 'rule', words: () => t('library.specIsNotOfKind', { kind: field.kind }) }
  if (typeof value === 'number') return limitFault(field, value, value)
  if (typeof value === 'object') {
    if (value.from > value.to) return { code: 'rule', words: () => t('library.specEndsBeforeItBegins') }
    return limitFault(field, value.from, value.to)
  }
  if (field.kind === 'enum' && !field.options.some((option) => option === value)) {
    return {
      code: 'rule',
      words: () => t('server.mustBeOneOf', { count: field.options.length, values: listed(field.options, 'or') }),
    }
  }
  return undefined
}

function isOfKind(kind: FieldSpecKind, value: SpecValue): boolean {
  if (kind === 'text' || kind === 'enum') return typeof value === 'string'
  return typeof value === (kind === 'range' ? 'object' : kind)
}

function limitFault({ min, max }: SpecField, from: number, to: number): Fault | undefined {
  if (min !== null && from < min) return { code: 'rule', words: () => t('library.specTooSmall', { min }) }
  if (max !== null && to > max) return { code: 'rule', words: () => t('library.specTooLarge', { max }) }
  return undefined
}
