import { t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { assertWholeOrder, renumber } from '../../engine/resource/sort-order.ts'
import type { Transaction } from '../../platform/database.ts'
import type { Place, Touched } from './change-run.ts'
import { readOrder, readRows } from './part-rows.ts'

/** Puts the rows of a kind in the order of the ids. @throws ProblemError `stale` where these are not all of them, each once */
export async function putInOrder(
  db: Transaction,
  principal: Principal,
  place: Place,
  ids: readonly string[],
  { changed }: Touched,
): Promise<void> {
  const { store, projectId } = place
  const permission = `${store.resource.name}.update`
  assertThat(principal.permissions.has(permission), 'permission_missing', t('server.permissionNeeded', { permission }))
  assertWholeOrder(store.resource, ids, await readOrder(db, store, projectId))
  // Numbers may have gaps, so that more rows get another number than have moved.
  const before = new Map((await readRows(db, place, ids)).map((row) => [row.id, row]))
  const after = await renumber(db, store, principal, ids)
  const changes = after.map((row) => ({ before: before.get(row.id), after: row }))
  await writeAudit(db, principal, store.resource, 'update-sort-order', changes)
  for (const row of after) changed.set(row.id, row)
}
