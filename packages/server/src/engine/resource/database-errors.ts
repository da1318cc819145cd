import type { Resource } from '@packhouse/contract'
import { ProblemError } from '../problem-error.ts'
import { toColumn } from './columns.ts'

interface DatabaseError {
  code?: string
  constraint?: string
}

/**
 * Turns what the database refuses into a problem at its field: by the rules of the declaration, or, for a reference, by the
 * name PostgreSQL gives its constraint. Anything else stays what it is.
 */
export function toProblemError(error: unknown, resource: Resource): unknown {
  const { code, constraint } = error as DatabaseError
  if (constraint === undefined || !/^23/.test(code ?? '')) return error
  const rule = resource.rules[constraint]
  if (rule !== undefined) {
    const errors = rule.fields.map((name) => ({ path: `body.${name}`, code: rule.code, message: rule.message }))
    const detail = `${rule.fields.join(' and ')}: ${rule.message}`
    return new ProblemError(rule.code === 'duplicate' ? 'duplicate' : 'invalid_request', detail, errors)
  }
  const name = Object.keys(resource.fields).find((key) => constraint === `${resource.table}_${toColumn(key)}_fkey`)
  if (code !== '23503' || name === undefined) return error
  const message = 'refers to an entry that does not exist'
  return new ProblemError('invalid_request', `${name} ${message}`, [
    { path: `body.${name}`, code: 'reference', message },
  ])
}
