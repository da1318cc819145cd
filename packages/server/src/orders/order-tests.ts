import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import { figuresOf, type Promised, promisedColumns, promisedTables, readOrderTests } from '../promises/area.ts'

interface TestedOrder extends Promised {
  description: string
  machineID: string | null
  isDeleted: boolean
}

/** What an ordered machine has to show at the factory, and what tests of it have shown. */
export function orderTestHandlers({ ordered }: { ordered: ResourceStore }): HandlersOf<'orderedMachineTests'> {
  return {
    async orderedMachineTests({ principal, params }) {
      return await ordered.read(principal, async (db) => {
        // Tests of an order that was cancelled can still be read.
        const { id } = await ordered.rows.find(db, params.id, {}, 'with')
        const { number, description, machineID, isDeleted, ...promised } = await readOrder(db, id)
        const figures = figuresOf({ ...promised, number }).map(({ criterion }) => criterion)
        return { id, number, description, machineID, isDeleted, figures, tests: await readOrderTests(db, id) }
      })
    },
  }
}

async function readOrder(db: Transaction, id: string): Promise<TestedOrder> {
  const { rows } = await sql<TestedOrder>`
    SELECT ${promisedColumns}, o.description, m.machine_id AS "machineID", o.deleted_at IS NOT NULL AS "isDeleted"
    FROM ${promisedTables} WHERE o.id = ${id}
  `.execute(db)
  assertThat(rows[0], 'not_found')
  return rows[0]
}
