import { t } from '@packhouse/messages'
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
