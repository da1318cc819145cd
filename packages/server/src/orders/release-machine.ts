import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import { leaveOrderTests } from '../promises/area.ts'
import type { ClaimStores } from './claim-machine.ts'

/** What a machine has by its claim. */
const CLAIMED = { customerId: null, locationId: null, projectItemId: null, promisedSpeed: null, deliveryDue: null }

/**
 * Undoes a claim: the machine has no customer again, and the order no machine and no label. Its tests at the factory are those of the order alone again.
 * A machine that was retired meanwhile stays as it is.
 * @throws ProblemError `not_usable` where the order has no machine
 */
export async function releaseMachine(stores: ClaimStores, principal: Principal, id: string): Promise<void> {
  const { database, ordered, machines, promises, tests } = stores
  await database.system.transaction().execute(async (db) => {
    const { rowVersion, machineId } = await ordered.rows.lock(db, id, {})
    assertThat(typeof machineId === 'string', 'not_usable', t('claim.nothingToRelease'))
    await ordered.updateIn(db, principal, id, { rowVersion, machineId: null, claimedAt: null })
    await leaveOrderTests(db, tests, principal, id)
    await removePromises(db, promises, principal, id)
    const isThere =
      await sql`SELECT FROM machine WHERE id = ${machineId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(db)
    if (isThere.rows.length > 0) {
      const machine = await machines.rows.lock(db, machineId, {})
      await machines.updateIn(db, principal, machineId, { rowVersion: machine.rowVersion, ...CLAIMED })
    }
    await sql`DELETE FROM ordered_machine_label WHERE ordered_machine_id = ${id}`.execute(db)
  })
}

/** Takes back what the claim has entered; promises that people wrote down stay. */
async function removePromises(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  orderedMachineId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM claimed_promise c JOIN promise p ON p.id = c.promise_id
    WHERE c.ordered_machine_id = ${orderedMachineId} AND p.deleted_at IS NULL ORDER BY p.id
  `.execute(db)
  for (const { id } of rows) {
    const before = await store.rows.lock(db, id, {})
    await store.rows.change(db, principal, 'delete', before, [[sql.ref('deleted_at'), sql`now()`]])
  }
}
