import type { Resource } from '@packhouse/contract'

type Draft = Record<string, unknown>

/** What has to stand beside a value for a row to be whole, by resource, where its rules go beyond single fields. */
const fitting: Record<string, (given: Draft) => Draft> = {
  // A rule on silence is whole by itself, whatever else is changed of it.
  alarmRule({ kind = 'silence' }) {
    if (kind === 'value') return { kind, tag: 'temperature', comparison: 'above', limit: '40', deadband: null }
    return kind === 'state' ? { kind, states: ['Faulted'] } : { kind }
  },
}

/** The given values with those that belong to them. */
export function fitted({ name }: Resource, given: Draft): Draft {
  return { ...fitting[name]?.(given), ...given }
}
