import type { Resource } from '@packhouse/contract'
import { ProblemError } from '../problem-error.ts'
import { toColumn } from './columns.ts'
import { REFERS_TO_NOTHING } from './referred.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  table?: string
  message?: string
}

/**
 * Turns what the database refuses into a problem at its field: by the rules of the declaration, or, for a reference, by the
 * name PostgreSQL gives its constraint. Anything else stays what it is.
 */
export function toProblemError(error: unknown, resource: Resource): unknown {
  const { code, constraint, table, message } = error as DatabaseError
  // The row scope is behind the permission that let the caller in.
  if (code === '42501') {
    // A rule that raises it by name says in words for people what is missing.
    return new ProblemError('permission_missing', constraint ? message : 'This is outside of what you may change.')
  }
  if (constraint === undefined || !/^23/.test(code ?? '')) return error
  const rule = rulesOf(resource)[constraint]
  if (rule !== undefined) {
    const errors = rule.fields.map((name) => ({ path: `body.${name}`, code: rule.code, message: rule.message }))
    const detail = `${rule.fields.join(' and ')}: ${rule.message}`
    return new ProblemError(rule.code === 'duplicate' ? 'duplicate' : 'invalid_request', detail, errors)
  }
  const name = Object.keys(resource.fields).find((key) => constraint === `${resource.table}_${toColumn(key)}_fkey`)
  if (code !== '23503') return error
  // The code by which others refer to the row would change.
  if (table !== resource.table)
    return new ProblemError('referenced', `Still referred to by ${table}. Change that first.`)
  if (name === undefined) return error
  return new ProblemError('invalid_request', `${name} ${REFERS_TO_NOTHING}`, [
    { path: `body.${name}`, code: 'reference', message: REFERS_TO_NOTHING },
  ])
}

function rulesOf({ rules, traits }: Resource): Resource['rules'] {
  return Object.assign({}, rules, ...Object.values(traits.relations ?? {}).map((relation) => relation.rules))
}
