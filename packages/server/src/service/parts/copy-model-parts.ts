import { machineParts, machines } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'

/** Gives a machine without parts those of its model. @throws ProblemError `not_found`, or `not_usable` where it has parts or its model has none */
export async function copyPartsOfModel(
  store: ResourceStore,
  principal: Principal,
  machineId: string,
): Promise<{ copied: number }> {
  return await store.write(principal, async (db) => {
    const { rows: found } = await sql<{ key: number }>`
      SELECT key FROM machine WHERE id = ${machineId} AND deleted_at IS NULL FOR UPDATE
    `.execute(db)
    const [machine] = found
    assertThat(machine, 'not_found', t('server.noSuch', { noun: declared(machines.noun[0]) }))
    const { rows: own } = await sql`SELECT FROM machine_part WHERE machine_id = ${machineId} LIMIT 1`.execute(db)
    assertThat(own.length === 0, 'not_usable', t('service.machineHasParts'))
    const rows = await insertCopies(db, principal, machineId, machine.key)
    assertThat(rows.length > 0, 'not_usable', t('service.modelHasNoParts'))
    await writeAudit(
      db,
      principal,
      machineParts,
      'create',
      rows.map((after) => ({ before: undefined, after })),
    )
    return { copied: rows.length }
  })
}

async function insertCopies(
  db: Transaction,
  { userId }: Principal,
  machineId: string,
  machineKey: number,
): Promise<ResourceRow[]> {
  const { rows } = await sql<ResourceRow>`
    INSERT INTO machine_part (machine_id, position, item_id, quantity, document_id, created_by, updated_by)
    SELECT ${machineId}, position, item_id, quantity, document_id, ${userId}, ${userId}
    FROM model_part WHERE library_machine_id = model_of_machine(${machineKey}) ORDER BY position, id
    RETURNING id, row_version AS "rowVersion", machine_id AS "machineId", position, item_id AS "itemId", trim_scale(quantity)::text AS quantity,
      document_id AS "documentId"
  `.execute(db)
  return rows
}
