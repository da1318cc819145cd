import type { HealthAlertKind } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Condition } from '../../alarms/area.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import { storableJson } from '../../platform/storable-text.ts'
import type { AlertFacts, Found } from './findings.ts'

/** The actor of audit entries of the product itself. */
const PRODUCT = '00000000-0000-0000-0000-000000000000'
const LAST_CLEARED = 20

export interface StoredAlert {
  id: string
  kind: HealthAlertKind
  subject: string
  severity: 'warning' | 'critical'
  facts: AlertFacts
  startedAt: Date
  raisedAt: Date
  clearedAt: Date | null
}

const fields = sql`id, kind, subject, severity, facts, started_at AS "startedAt", raised_at AS "raisedAt", cleared_at AS "clearedAt"`

/** Active alerts, the worst and then the oldest first. */
export async function readActive(db: Db): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    SELECT ${fields} FROM health_alert WHERE cleared_at IS NULL ORDER BY severity = 'critical' DESC, started_at, id
  `.execute(db)
  return rows
}

/** The last that have cleared, newest first. */
export async function readCleared(db: Db): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    SELECT ${fields} FROM health_alert WHERE cleared_at IS NOT NULL ORDER BY cleared_at DESC LIMIT ${sql.lit(LAST_CLEARED)}
  `.execute(db)
  return rows
}

export interface ConditionRow {
  kind: HealthAlertKind
  subject: string
  phase: Condition['phase']
  since: Date
  alertId: string | null
}

/** All that are not normal, locked: one process judges at a time. */
export async function lockConditions(db: Transaction): Promise<ConditionRow[]> {
  const { rows } = await sql<ConditionRow>`
    SELECT kind, subject, phase, since, alert_id AS "alertId" FROM health_condition FOR UPDATE
  `.execute(db)
  return rows
}

export async function writeCondition(db: Transaction, { kind, subject }: Found, condition: Condition): Promise<void> {
  const { phase, since, alarmId } = condition
  if (phase === 'normal') {
    await sql`DELETE FROM health_condition WHERE kind = ${kind} AND subject = ${subject}`.execute(db)
    return
  }
  await sql`
    INSERT INTO health_condition (kind, subject, phase, since, alert_id)
    VALUES (${kind}, ${subject}, ${phase}, ${new Date(since)}, ${alarmId ?? null})
    ON CONFLICT (kind, subject) DO UPDATE SET phase = excluded.phase, since = excluded.since, alert_id = excluded.alert_id
  `.execute(db)
}

export async function raiseAlert(
  db: Transaction,
  { kind, subject, severity, facts }: Found,
  { startedAt, raisedAt }: { startedAt: number; raisedAt: number },
): Promise<StoredAlert> {
  const { rows } = await sql<StoredAlert>`
    INSERT INTO health_alert (kind, subject, severity, facts, started_at, raised_at)
    VALUES (${kind}, ${subject}, ${severity}, ${storableJson(facts)}::jsonb, ${new Date(startedAt)}, ${new Date(raisedAt)})
    RETURNING ${fields}
  `.execute(db)
  return await audited(db, 'raise', rows[0])
}

export async function clearAlert(db: Transaction, id: string, clearedAt: number): Promise<StoredAlert> {
  const { rows } = await sql<StoredAlert>`
    UPDATE health_alert SET cleared_at = greatest(${new Date(clearedAt)}::timestamptz, started_at) WHERE id = ${id} RETURNING ${fields}
  `.execute(db)
  return await audited(db, 'clear', rows[0])
}

/** What an active alert says may change: the date of a full disk moves. */
export async function updateFacts(db: Transaction, id: string, { severity, facts }: Found): Promise<void> {
  await sql`
    UPDATE health_alert SET severity = ${severity}, facts = ${storableJson(facts)}::jsonb WHERE id = ${id}
  `.execute(db)
}

/** Old ones are of no use to anybody, and few. */
export async function forgetOldAlerts(db: Db): Promise<void> {
  await sql`DELETE FROM health_alert WHERE cleared_at < now() - interval '400 days'`.execute(db)
}

async function audited(
  db: Transaction,
  action: 'raise' | 'clear',
  alert: StoredAlert | undefined,
): Promise<StoredAlert> {
  if (alert === undefined) throw new Error('An alert that is to be cleared or raised is not there.')
  await sql`
    INSERT INTO audit_entry (actor_id, action, resource, row_id, after)
    VALUES (${PRODUCT}, ${action}, 'healthAlert', ${alert.id}, ${storableJson(alert)}::jsonb)
  `.execute(db)
  return alert
}
