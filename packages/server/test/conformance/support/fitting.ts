import type { Resource } from '@packhouse/contract'

type Draft = Record<string, unknown>

/** What has to stand beside a value for a row to be whole, by resource, where its rules go beyond single fields. */
const fitting: Record<string, (given: Draft) => Draft> = {
  // A rule on silence is whole by itself, whatever else is changed of it.
  alarmRule({ kind = 'silence' }) {
    if (kind === 'value') return { kind, tag: 'temperature', comparison: 'above', limit: '40', deadband: null }
    return kind === 'state' ? { kind, states: ['Faulted'] } : { kind }
  },
  compatibility({ result = 'yes' }) {
    return result === 'conditional' ? { result, toolingCost: '250' } : { result }
  },
  fieldSpec({ kind = 'number' }) {
    return kind === 'enum' ? { kind, options: ['Sample'] } : { kind }
  },
  optionDefinition({ inputKind, choices }): Draft {
    if (inputKind === 'choice') return { choices: ['Sample'] }
    return choices === undefined || inputKind !== undefined ? {} : { inputKind: 'yesNo' }
  },
}

/** Fields that have to be there for some values of another, by resource and that other one. */
const beside: Record<string, Record<string, string[]>> = {
  compatibility: { result: ['toolingCost'] },
  fieldSpec: { kind: ['options'] },
  optionDefinition: { inputKind: ['choices'] },
}

/** What has to be there for a field to take each of its values. */
export function besideOf({ name }: Resource, field: string): string[] {
  return beside[name]?.[field] ?? []
}

/** The given values with those that belong to them. */
export function fitted({ name }: Resource, given: Draft): Draft {
  return { ...fitting[name]?.(given), ...given }
}
