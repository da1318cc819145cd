import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Transaction } from '../platform/database.ts'
import { readAlarm } from './alarm.queries.ts'

type Act = 'acknowledged' | 'noted' | 'assigned' | 'unassigned' | 'shelved' | 'unshelved'

/**
 * Acknowledges alarms; who did so first stays.
 * @returns how many were not acknowledged before
 * @throws ProblemError `not_found` where one of them is not seen; then none is acknowledged
 */
export async function acknowledge(
  db: Transaction,
  { userId }: Principal,
  ids: readonly string[],
  note: string | null,
): Promise<number> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ id: string; acknowledged: boolean }>`
    SELECT a.id, a.acknowledged_at IS NOT NULL AS acknowledged
    FROM alarm a JOIN machine m ON m.key = a.machine_key
    WHERE a.id = ANY(${wanted}::uuid[]) AND m.deleted_at IS NULL ORDER BY a.id FOR NO KEY UPDATE OF a
  `.execute(db)
  assertThat(rows.length === wanted.length, 'not_found', t('alarms.noSuchAlarm'))
  const fresh = rows.filter(({ acknowledged }) => !acknowledged).map(({ id }) => id)
  await sql`
    UPDATE alarm SET acknowledged_at = now(), acknowledged_by = ${userId}, acknowledge_note = ${note}
    WHERE id = ANY(${fresh}::uuid[])
  `.execute(db)
  await record(db, fresh, 'acknowledged', userId, note)
  return fresh.length
}

/** Writes down what helped. @throws ProblemError `not_found` where the alarm is not seen */
export async function addNote(db: Transaction, { userId }: Principal, id: string, note: string): Promise<void> {
  await readAlarm(db, id)
  await record(db, [id], 'noted', userId, note)
}

/** Gives an alarm to somebody who sees its machine. @throws ProblemError `not_found` for anybody else */
export async function assign(
  db: Transaction,
  { userId }: Principal,
  id: string,
  assigneeId: string | null,
): Promise<void> {
  const alarm = await readAlarm(db, id)
  const candidates = assigneeId === null ? [] : await readAssignees(db, id)
  const chosen = candidates.find((candidate) => candidate.id === assigneeId)
  assertThat(assigneeId === null || chosen, 'not_found', t('alarms.nobodyWhoSeesTheMachine'))
  if ((alarm.assignee?.id ?? null) === assigneeId) return
  await sql`UPDATE alarm SET assignee_id = ${assigneeId} WHERE id = ${id}`.execute(db)
  await record(db, [id], assigneeId === null ? 'unassigned' : 'assigned', userId, chosen?.name ?? null)
}

/** Whom an alarm can be given to: people who may open the application and see its machine, as far as the reader sees them. */
export async function readAssignees(db: Transaction, id: string): Promise<{ id: string; name: string }[]> {
  await readAlarm(db, id)
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name
    FROM user_account u, alarm a JOIN machine m ON m.key = a.machine_key
    WHERE a.id = ${id} AND (u.customer_id IS NULL OR u.customer_id = m.customer_id)
      AND NOT u.disabled AND u.deleted_at IS NULL
    ORDER BY name, u.id LIMIT 500
  `.execute(db)
  return rows
}

/** @throws ProblemError `not_usable` if the rule was deleted: nothing is left that could send notifications */
export async function shelve(
  db: Transaction,
  { userId }: Principal,
  id: string,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<void> {
  const alarm = await readAlarm(db, id)
  assertThat(alarm.ruleId, 'not_usable', t('alarms.ruleWasDeleted'))
  await sql`
    INSERT INTO alarm_shelf (rule_id, machine_key, until, reason, shelved_by)
    SELECT rule_id, machine_key, now() + make_interval(mins => ${minutes}), ${reason}, ${userId} FROM alarm WHERE id = ${id}
    ON CONFLICT (rule_id, machine_key) DO UPDATE
      SET until = excluded.until, reason = excluded.reason, shelved_by = excluded.shelved_by
  `.execute(db)
  await record(db, [id], 'shelved', userId, `${minutes} min: ${reason}`)
}

export async function unshelve(db: Transaction, { userId }: Principal, id: string): Promise<void> {
  const alarm = await readAlarm(db, id)
  await sql`
    DELETE FROM alarm_shelf s USING alarm a
    WHERE a.id = ${id} AND s.rule_id = a.rule_id AND s.machine_key = a.machine_key
  `.execute(db)
  if (alarm.shelvedUntil !== null) await record(db, [id], 'unshelved', userId, null)
}

/** Records who did what, in the transaction that does it. */
async function record(
  db: Transaction,
  ids: readonly string[],
  kind: Act,
  userId: string,
  note: string | null,
): Promise<void> {
  await sql`
    INSERT INTO alarm_event (alarm_id, kind, actor_id, note) SELECT unnest(${ids}::uuid[]), ${kind}, ${userId}, ${note}
  `.execute(db)
}
