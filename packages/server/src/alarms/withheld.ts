import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/database.ts'
import type { Raised } from './change-set.ts'

/** An active alarm that was raised while it was shelved, and is shelved no more. */
export interface Withheld {
  id: string
  ruleId: string
  machineKey: number
  value: string | null
  startedAt: Date
}

/** Marks alarms as not notified while they are shelved. */
export async function withhold(db: Transaction, alarms: readonly Raised[]): Promise<void> {
  if (alarms.length === 0) return
  await sql`UPDATE alarm SET withheld = true WHERE id = ANY(${alarms.map(({ id }) => id)}::uuid[])`.execute(db)
}

/** Whether there are alarms that were raised while they were shelved, shelved still or not. */
export async function hasWithheld(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM alarm WHERE withheld AND cleared_at IS NULL AND rule_id IS NOT NULL) AS has
  `.execute(db)
  return rows[0]?.has === true
}

/** Takes the alarms that are active and shelved no more: each is notified once. */
export async function takeWithheld(db: Transaction): Promise<Withheld[]> {
  const { rows } = await sql<Withheld>`
    UPDATE alarm a SET withheld = false
    WHERE a.withheld AND a.cleared_at IS NULL AND a.rule_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM alarm_shelf s WHERE s.rule_id = a.rule_id AND s.machine_key = a.machine_key AND s.until > now()
    )
    RETURNING a.id, a.rule_id AS "ruleId", a.machine_key AS "machineKey", a.value, a.started_at AS "startedAt"
  `.execute(db)
  return rows
}
