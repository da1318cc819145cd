import type { Resource } from '@packhouse/contract'
import { toColumn } from '../../../src/engine/resource/columns.ts'
import type { UniqueIndex } from './catalog.ts'

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
  compatibilityMaterial({ result = 'yes' }): Draft {
    return result === 'conditional' ? { result, notes: 'At half the speed' } : { result }
  },
  fieldSpec({ kind = 'number' }) {
    return kind === 'enum' ? { kind, options: ['Sample'] } : { kind }
  },
  // SAML is whole by itself, whatever else is changed of it.
  identityProvider({ kind = 'saml' }) {
    return kind === 'oidc' ? { kind, issuer: 'https://provider.example' } : { kind }
  },
  // At its own limits one limit of a tag leaves no room for the other.
  promise({ tagLeast, tagMost }): Draft {
    return {
      ...(tagLeast === undefined ? {} : { tagMost: null }),
      ...(tagMost === undefined ? {} : { tagLeast: null }),
    }
  },
  // At its own limits one end of a range leaves no room for the other.
  readingSetting({ normalLow, normalHigh }): Draft {
    return {
      ...(normalLow === undefined ? {} : { normalHigh: null }),
      ...(normalHigh === undefined ? {} : { normalLow: null }),
    }
  },
  // Of percent only a hundred can be taken, of an amount anything. Only the standard category has a rate, and not every currency has decimals or cash.
  project({ taxPercent }): Draft {
    const tax = taxPercent === undefined ? { taxPercent: '0' } : { taxCategory: 'standard' }
    return { discountKind: 'amount', currency: 'CHF', ...tax }
  },
  optionDefinition({ inputKind, choices }): Draft {
    if (inputKind === 'choice') return { choices: ['Sample'] }
    return choices === undefined || inputKind !== undefined ? {} : { inputKind: 'yesNo' }
  },
}

/** Fields that have to be there for some values of another, by resource and that other one. */
const beside: Record<string, Record<string, string[]>> = {
  compatibility: { result: ['toolingCost'] },
  compatibilityMaterial: { result: ['notes'] },
  fieldSpec: { kind: ['options'] },
  identityProvider: { kind: ['issuer'] },
  optionDefinition: { inputKind: ['choices'] },
}

/** References that need not agree with those of what a row belongs to: a trial has a document of its own. */
const free: Record<string, string[]> = {
  compatibilityMaterial: ['documentId'],
}

/**
 * Resources that agree in no reference, though both have it: who looks after a project or a plan is a colleague, and may be another one than the customer's. A
 * test of an ordered machine names no machine.
 */
const apart: Record<string, string[]> = {
  project: ['user', 'customer'],
  orderedMachine: ['user'],
  acceptanceTest: ['orderedMachine'],
}

/** References of a row that have to agree in one of theirs which the row itself does not have: a measured value names a test and a promise of one machine. */
const agreeing: Record<string, { fields: string[]; by: string }> = {
  acceptanceResult: { fields: ['acceptanceTestId', 'promiseId'], by: 'machineId' },
}

/** What else of a draft a reference has to agree with, and in which of their references. */
export function agreementOf({ name }: Resource, field: string): { with: string[]; by: string } | undefined {
  const found = agreeing[name]
  return found?.fields.includes(field) ? { with: found.fields.filter((one) => one !== field), by: found.by } : undefined
}

export function areApart(one: Resource, other: Resource): boolean {
  return apart[one.name]?.includes(other.name) === true
}

export function isFree({ name }: Resource, field: string): boolean {
  return free[name]?.includes(field) === true
}

/** What has to be there for a field to take each of its values. */
export function besideOf({ name }: Resource, field: string): string[] {
  return beside[name]?.[field] ?? []
}

/** The given values with those that belong to them. */
export function fitted({ name }: Resource, given: Draft): Draft {
  return { ...fitting[name]?.(given), ...given }
}

/** Whether some values of the resource need others beside them. */
export function isFitted({ name }: Resource): boolean {
  return name in fitting
}

/** Values from which a row never comes back, or that are over, by resource and field. They have tests of their own. */
const lasting: Record<string, Record<string, string[]>> = {
  machineDocument: { visibility: ['public'] },
  project: { validUntil: ['0001-01-01', '2028-02-29'] },
  // Only its form completes a visit.
  serviceVisit: { status: ['done'] },
}

/** Times that end what another field begins, or that are to come, by resource and field: they are so many days later than other samples. */
const endings: Record<string, Record<string, number>> = {
  serviceVisit: { endsAt: 20 },
  project: { validUntil: 30_000 },
  shift: { lastDay: 20 },
}

/** Quarters of the day that times of day lie in, by resource and field: a break lies within its shift. */
const quarters: Record<string, Record<string, number>> = {
  shift: { startsAt: 0, breakFrom: 1, breakTo: 2, secondBreakFrom: 1, secondBreakTo: 2, endsAt: 3 },
}

/** Numbers that are never below another field's, by resource and field: they are so much more than other samples. */
const uppers: Record<string, Record<string, number>> = {
  promise: { tagMost: 1_000_000 },
  readingSetting: { normalHigh: 1_000_000 },
}

/** A sample as late, or as large, as the field has to be. */
export function lateEnough({ name }: Resource, field: string, sample: unknown): unknown {
  const quarter = quarters[name]?.[field]
  if (quarter !== undefined) {
    const [hour, minute] = String(sample).split(':')
    return `${String(quarter * 6 + (Number(hour) % 6)).padStart(2, '0')}:${minute}`
  }
  const more = uppers[name]?.[field]
  if (more !== undefined) return Number(sample) + more
  const days = endings[name]?.[field]
  if (days === undefined) return sample
  const later = new Date(Date.parse(String(sample)) + days * 86_400_000).toISOString()
  return later.slice(0, String(sample).length)
}

/** Whether a row can have the value for a while. */
export function isPassing({ name }: Resource, field: string, value: unknown): boolean {
  return lasting[name]?.[field]?.some((one) => one === value) !== true
}

/** Whether a unique index is about rows with a lasting value alone: sample rows never meet it. */
export function isOfLasting({ name }: Resource, { predicate }: UniqueIndex): boolean {
  return Object.entries(lasting[name] ?? {}).some(([field, values]) =>
    values.some((value) => predicate?.includes(`(${toColumn(field)} = '${value}'::text)`)),
  )
}
