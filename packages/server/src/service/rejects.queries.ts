import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** Whether a machine has ever said how many rejects it makes. */
export async function readReportsRejects(db: Transaction, machineKey: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM latest WHERE machine_key = ${machineKey} AND total_rejects IS NOT NULL`.execute(db)
  return rows.length > 0
}
