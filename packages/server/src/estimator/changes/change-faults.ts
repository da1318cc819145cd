import type { FieldError } from '@packhouse/contract'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Run } from './change-runs.ts'

/** Runs a part of a batch; what is wrong with a field is said at its place among the changes: `body.changes.3.values.quantity`. */
export async function atPlaces<T>(run: Pick<Run, 'changes'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError) || error.errors === undefined) throw error
    const errors = error.errors.flatMap((one) => placed(run, one))
    const detail = errors.map(({ path, message }) => `${path} ${message}`).slice(0, 10)
    throw new ProblemError(error.code, detail.join('; '), errors, error.extra)
  }
}

function placed({ changes }: Pick<Run, 'changes'>, error: FieldError): FieldError[] {
  const ofField = /^body\.changes\.(\d+)\.(?!id$)(\w+)$/.exec(error.path)
  if (ofField) return [{ ...error, path: `body.changes.${ofField[1]}.values.${ofField[2]}` }]
  const name = /^body\.(\w+)$/.exec(error.path)?.[1]
  if (name === undefined) return [error]
  return changes.flatMap(({ index, change }) => {
    const isSent = change.op !== 'remove' && change.values[name] != null
    return isSent ? [{ ...error, path: `body.changes.${index}.values.${name}` }] : []
  })
}
