import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/**
 * Works out what is left of each service plan: machines run, and days pass, without anybody changing a plan. The triggers
 * of the table do the work: what a change of a plan tells and what an hour tells is one rule.
 */
export async function workOutServicePlans(database: Database): Promise<void> {
  await sql`
    UPDATE service_plan SET next_due = next_due WHERE active AND deleted_at IS NULL
  `.execute(database.system)
}
