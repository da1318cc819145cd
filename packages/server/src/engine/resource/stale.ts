import { t } from '@packhouse/messages'
import { namesVersion } from '../entity-tags.ts'
import type { Principal } from '../principal.ts'
import { ProblemError } from '../problem-error.ts'
import type { ResourceRow } from './columns.ts'

/**
 * @param current the row as it is now, with its lists of children
 * @throws ProblemError `stale` with the current row where it has changed since `rowVersion`
 */
export function assertFresh(current: ResourceRow, rowVersion: unknown): void {
  if (current.rowVersion === rowVersion) return
  throw new ProblemError('stale', t('server.compareWithCurrent'), undefined, { current })
}

/** Whether a row is as a request wants it to be. @param rowVersion that the body names; undefined where it names none */
export function isWanted({ conditions }: Principal, row: ResourceRow, rowVersion: unknown): boolean {
  const named = conditions?.ifMatch
  if (rowVersion !== undefined && rowVersion !== row.rowVersion) return false
  return named === undefined || namesVersion(named, row.rowVersion)
}

/**
 * @param current the row as it is now, with its lists of children
 * @throws ProblemError `precondition_failed` where `If-Match` names other versions, `stale` where the body does, both with the current row
 */
export function assertWanted({ conditions }: Principal, current: ResourceRow, rowVersion?: unknown): void {
  const named = conditions?.ifMatch
  if (named !== undefined && !namesVersion(named, current.rowVersion)) {
    const words = t('server.versionIsNow', { version: current.rowVersion })
    throw new ProblemError('precondition_failed', words, undefined, { current })
  }
  if (rowVersion !== undefined) assertFresh(current, rowVersion)
}
