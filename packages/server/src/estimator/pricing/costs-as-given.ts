import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** Lines of the catalogue that the transaction writes are as they were where they come from: one without a cost gets none of the catalogue. */
export async function keepCostsAsGiven(db: Transaction): Promise<void> {
  await sql`SELECT set_config('packhouse.costs_as_given', 'yes', true)`.execute(db)
}
