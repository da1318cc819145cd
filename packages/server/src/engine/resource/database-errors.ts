import { type Resource, resources } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { listed } from '../../platform/language.ts'
import { ProblemError } from '../problem-error.ts'
import { toColumn } from './columns.ts'
import { editLockProblem } from './edit-lock-problem.ts'
import { raisedRefusal } from './raised-refusals.ts'
import { nounOfTable } from './references.ts'
import { refersToNothing } from './referred.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  table?: string
  message?: string
  detail?: string
}

/**
 * Turns what the database refuses into a problem at its field: by the rules of the declaration, or, for a reference, by the
 * name PostgreSQL gives its constraint. Anything else stays what it is.
 */
export function toProblemError(error: unknown, resource: Resource): unknown {
  const { code, constraint, table, message } = error as DatabaseError
  const locked = editLockProblem(error as DatabaseError)
  if (locked !== undefined) return locked
  // The row scope is behind the permission that let the caller in.
  if (code === '42501') {
    // A rule that raises it by name says what is missing.
    return new ProblemError('permission_missing', constraint ? raisedRefusal(message) : t('server.outsideOfScope'))
  }
  if (constraint === undefined || !/^23/.test(code ?? '')) return error
  const rule = rulesOf(resource)[constraint]
  if (rule !== undefined) {
    const message = declared(rule.message)
    const problem = rule.code === 'rule' ? 'invalid_request' : rule.code
    if (rule.fields.length === 0) return new ProblemError(problem, message)
    const errors = rule.fields.map((name) => ({ path: `body.${name}`, code: rule.code, message }))
    return new ProblemError(problem, `${listed(rule.fields)}: ${message}`, errors)
  }
  const name = Object.keys(resource.fields).find((key) => constraint === `${resource.table}_${toColumn(key)}_fkey`)
  if (code !== '23503') return error
  // The code by which others refer to the row would change.
  if (table !== undefined && table !== resource.table) {
    const [, nouns] = nounOfTable(resources, table)
    return new ProblemError('referenced', t('server.referredToByOthers', { nouns: declared(nouns) }))
  }
  if (name === undefined) return error
  return new ProblemError('invalid_request', `${name} ${refersToNothing()}`, [
    { path: `body.${name}`, code: 'reference', message: refersToNothing() },
  ])
}

function rulesOf({ rules, traits }: Resource): Resource['rules'] {
  return Object.assign({}, rules, ...Object.values(traits.relations ?? {}).map((relation) => relation.rules))
}
