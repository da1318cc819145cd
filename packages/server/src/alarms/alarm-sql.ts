import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { storableJson } from '../platform/storable-text.ts'
import type { End, NewAlarm, toMark, toStored } from './alarm-rows.ts'
import type { ChangeSet } from './change-set.ts'

/** A machine or a rule that was removed in the meantime takes what is about it along. @returns the ids that are new */
export async function writeRaised(db: Transaction, alarms: readonly NewAlarm[]): Promise<Set<string>> {
  if (alarms.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    WITH made AS (
      INSERT INTO alarm (id, machine_key, rule_id, code, severity, message, value, started_at, raised_at, cleared_at,
        clear_reason, told)
      SELECT a.id, a.machine_key, r.id, a.code, a.severity, a.message, a.value, a.started_at, a.raised_at,
        CASE WHEN a.cleared_at IS NOT NULL THEN greatest(a.started_at, a.cleared_at) END, a.clear_reason, false
      FROM jsonb_to_recordset(${storableJson(alarms)}::jsonb) AS a (id uuid, machine_key int, rule_id uuid, code text,
          severity text, message text, value text, started_at timestamptz, raised_at timestamptz, cleared_at timestamptz,
          clear_reason text)
        JOIN machine m ON m.key = a.machine_key JOIN alarm_rule r ON r.id = a.rule_id AND r.deleted_at IS NULL
      ON CONFLICT (id) DO NOTHING
      RETURNING id, raised_at, cleared_at, clear_reason
    ), told AS (
      INSERT INTO alarm_event (alarm_id, at, kind, note)
      SELECT id, raised_at, 'raised', NULL FROM made
      UNION ALL SELECT id, cleared_at, 'cleared', clear_reason FROM made WHERE cleared_at IS NOT NULL
    )
    SELECT id FROM made
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** @returns the ids of those that were active */
export async function writeCleared(db: Transaction, ends: readonly End[]): Promise<Set<string>> {
  if (ends.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    WITH ended AS (
      UPDATE alarm SET cleared_at = greatest(alarm.started_at, e.cleared_at), clear_reason = e.reason
      FROM jsonb_to_recordset(${storableJson(ends)}::jsonb) AS e (id uuid, cleared_at timestamptz, reason text)
      WHERE alarm.id = e.id AND alarm.cleared_at IS NULL
      RETURNING alarm.id, alarm.cleared_at, alarm.clear_reason
    ), told AS (
      INSERT INTO alarm_event (alarm_id, at, kind, note) SELECT id, cleared_at, 'cleared', clear_reason FROM ended
    )
    SELECT id FROM ended
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function writeConditions(
  db: Transaction,
  conditions: readonly ReturnType<typeof toStored>[],
): Promise<void> {
  const over = conditions.filter(({ phase }) => phase === 'normal')
  if (over.length > 0) {
    await sql`
      DELETE FROM alarm_condition c USING jsonb_to_recordset(${storableJson(over)}::jsonb) AS o (machine_key int, rule_id uuid)
      WHERE c.machine_key = o.machine_key AND c.rule_id = o.rule_id
    `.execute(db)
  }
  const running = conditions.filter(({ phase }) => phase !== 'normal')
  if (running.length === 0) return
  await sql`
    INSERT INTO alarm_condition (rule_id, machine_key, phase, since, heard_at, value, alarm_id, fingerprint)
    SELECT r.id, m.key, c.phase, c.since, c.heard_at, c.value, c.alarm_id, c.fingerprint
    FROM jsonb_to_recordset(${storableJson(running)}::jsonb) AS c (rule_id uuid, machine_key int, phase text,
        since timestamptz, heard_at timestamptz, value text, alarm_id uuid, fingerprint text)
      JOIN machine m ON m.key = c.machine_key JOIN alarm_rule r ON r.id = c.rule_id AND r.deleted_at IS NULL
    ON CONFLICT (rule_id, machine_key) DO UPDATE SET phase = excluded.phase, since = excluded.since,
      heard_at = excluded.heard_at, value = excluded.value, alarm_id = excluded.alarm_id, fingerprint = excluded.fingerprint
  `.execute(db)
}

export async function writeMarks(db: Transaction, marks: readonly ReturnType<typeof toMark>[]) {
  if (marks.length === 0) return
  await sql`
    INSERT INTO alarm_watermark (machine_key, at, heard_at)
    SELECT m.key, w.at, w.heard_at
    FROM jsonb_to_recordset(${storableJson(marks)}::jsonb) AS w (machine_key int, at timestamptz, heard_at timestamptz)
      JOIN machine m ON m.key = w.machine_key
    ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at, heard_at = excluded.heard_at
  `.execute(db)
}

export async function writeFloods(db: Transaction, { floodsBegun, floodsEnded }: ChangeSet): Promise<void> {
  for (const { customerId } of floodsBegun) {
    await sql`INSERT INTO alarm_flood (customer_id) VALUES (${customerId}) ON CONFLICT DO NOTHING`.execute(db)
  }
  for (const customerId of floodsEnded) {
    await sql`DELETE FROM alarm_flood WHERE customer_id IS NOT DISTINCT FROM ${customerId}`.execute(db)
  }
}
