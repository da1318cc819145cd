import type { FieldSpecKind, SpecValue } from '@packhouse/contract'

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

interface Fault {
  code: string
  message: string
}

/** What keeps a value from being one of a field; undefined where it fits. Null fits every field. */
export function specFault(field: SpecField | undefined, value: SpecValue | null): Fault | undefined {
  if (field === undefined) return { code: 'unknown', message: 'is not a field of the type of this machine' }
  if (value === null) return undefined
  if (!isOfKind(field.kind, value)) return { code: 'rule', message: kindMessages[field.kind] }
  if (typeof value === 'number') return limitFault(field, value, value)
  if (typeof value === 'object') {
    if (value.from > value.to) return { code: 'rule', message: 'must not end before it begins' }
    return limitFault(field, value.from, value.to)
  }
  if (field.kind === 'enum' && !field.options.some((option) => option === value)) {
    return { code: 'rule', message: `must be one of ${field.options.join(', ')}` }
  }
  return undefined
}

const kindMessages: Record<FieldSpecKind, string> = {
  number: 'must be a number',
  range: 'must be a range with from and to',
  text: 'must be a text',
  enum: 'must be one of the options of the field',
  boolean: 'must be true or false',
}

function isOfKind(kind: FieldSpecKind, value: SpecValue): boolean {
  if (kind === 'text' || kind === 'enum') return typeof value === 'string'
  return typeof value === (kind === 'range' ? 'object' : kind)
}

function limitFault({ min, max }: SpecField, from: number, to: number): Fault | undefined {
  if (min !== null && from < min) return { code: 'rule', message: `must not be less than ${min}` }
  if (max !== null && to > max) return { code: 'rule', message: `must not be more than ${max}` }
  return undefined
}
