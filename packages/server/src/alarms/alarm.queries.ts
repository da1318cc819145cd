import type { Alarm, AlarmDetails, AlarmEvent, Api, CallOutput } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { ascending, descending } from '../engine/paging/keyset.ts'
import { readPage } from '../engine/paging/read-page.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Transaction } from '../platform/database.ts'

export type AlarmQuery = CallOutput<Api['listAlarms']>['query']

const name = (person: string) =>
  sql`nullif(trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}), '')`

/** People whom the reader may not see keep their id and have no name. */
export const person = (column: RawBuilder<unknown>, alias: string) =>
  sql`CASE WHEN ${column} IS NOT NULL THEN jsonb_build_object('id', ${column}, 'name', ${name(alias)}) END`

export const time = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The customer `c` of a machine. */
export const customer = sql`CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'name', c.name) END`

const columns = sql`
  a.id, m.machine_id AS "machineID", m.description AS machine, ${customer} AS customer, live_rule(a.rule_id) AS "ruleId", a.code, a.severity, a.message,
    a.value, decimals_of_rule(a.rule_id, m.configuration_id) AS decimals, ${time(sql`a.started_at`)} AS "startedAt", ${time(sql`a.raised_at`)} AS "raisedAt",
    ${time(sql`a.cleared_at`)} AS "clearedAt", a.clear_reason AS "clearReason",
    ${time(sql`a.acknowledged_at`)} AS "acknowledgedAt", ${person(sql`a.acknowledged_by`, 'seen')} AS "acknowledgedBy",
    a.acknowledge_note AS "acknowledgeNote", ${person(sql`a.assignee_id`, 'given')} AS assignee,
    ${time(sql`s.until`)} AS "shelvedUntil", ${person(sql`s.shelved_by`, 'kept')} AS "shelvedBy", s.reason AS "shelveReason"`

const from = sql`
  alarm a JOIN machine m ON m.key = a.machine_key
    LEFT JOIN customer c ON c.id = m.customer_id
    LEFT JOIN alarm_shelf s ON s.rule_id = a.rule_id AND s.machine_key = a.machine_key AND s.until > now()
    LEFT JOIN user_account seen ON seen.id = a.acknowledged_by
    LEFT JOIN user_account given ON given.id = a.assignee_id
    LEFT JOIN user_account kept ON kept.id = s.shelved_by`

const bySeverity = [
  ascending(sql`(a.cleared_at IS NOT NULL)`),
  ascending(sql`array_position(ARRAY['critical', 'major', 'minor', 'warning', 'info'], a.severity)`),
  descending(sql`a.started_at`),
  descending(sql`a.id`),
]
const newestFirst = [descending(sql`a.started_at`), descending(sql`a.id`)]

/** One page of the alarms that the scope sees. */
export async function readAlarms(
  db: Transaction,
  query: AlarmQuery,
  userId: string,
): Promise<{ items: Alarm[]; total: number; next: string | null }> {
  const where = sql.join(conditionsOf(query, userId), sql` AND `)
  const keys = query.order === 'severity' ? bySeverity : newestFirst
  const { rows, next } = await readPage<Alarm>(db, { select: columns, from, where, keys }, query)
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM alarm a JOIN machine m ON m.key = a.machine_key WHERE ${where}
  `.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0, next }
}

const returned = sql`(a.cleared_at IS NOT NULL AND a.acknowledged_at IS NULL)`

/** ISA-18.2: one that has returned to normal unseen is still to be acknowledged. */
const states: Record<NonNullable<AlarmQuery['state']>, RawBuilder<unknown>> = {
  active: sql`a.cleared_at IS NULL`,
  returned,
  open: sql`(a.cleared_at IS NULL OR ${returned})`,
  cleared: sql`a.cleared_at IS NOT NULL`,
}

function conditionsOf(query: AlarmQuery, userId: string): RawBuilder<unknown>[] {
  const { state, acknowledged, severity, machineID, customerId, ruleId, assignee, from, to } = query
  const parts = [sql`m.deleted_at IS NULL`]
  if (state !== undefined) parts.push(states[state])
  if (acknowledged !== undefined) {
    parts.push(acknowledged === 'true' ? sql`a.acknowledged_at IS NOT NULL` : sql`a.acknowledged_at IS NULL`)
  }
  if (severity !== undefined) parts.push(sql`a.severity = ANY(${severity}::text[])`)
  if (machineID !== undefined) parts.push(sql`m.machine_id = ${machineID}`)
  if (customerId !== undefined) parts.push(sql`m.customer_id = ${customerId}`)
  if (ruleId !== undefined) parts.push(sql`a.rule_id = ${ruleId}`)
  if (assignee === 'none') parts.push(sql`a.assignee_id IS NULL`)
  else if (assignee !== undefined) parts.push(sql`a.assignee_id = ${assignee === 'me' ? userId : assignee}`)
  if (from !== undefined) parts.push(sql`a.started_at >= ${from}`)
  if (to !== undefined) parts.push(sql`a.started_at < ${to}`)
  return parts
}

/** @throws ProblemError `not_found`, also where the scope does not see the alarm */
export async function readAlarm(db: Transaction, id: string): Promise<Alarm> {
  const { rows } = await sql<Alarm>`
    SELECT ${columns} FROM ${from} WHERE a.id = ${id} AND m.deleted_at IS NULL
  `.execute(db)
  const [alarm] = rows
  assertThat(alarm, 'not_found', t('alarms.noSuchAlarm'))
  return alarm
}

/** The course of an alarm, oldest first. */
export async function readEvents(db: Transaction, id: string): Promise<AlarmEvent[]> {
  const { rows } = await sql<AlarmEvent>`
    SELECT ${time(sql`e.at`)} AS at, e.kind, ${person(sql`e.actor_id`, 'u')} AS by, e.note
    FROM alarm_event e LEFT JOIN user_account u ON u.id = e.actor_id
    WHERE e.alarm_id = ${id} ORDER BY e.id
  `.execute(db)
  return rows
}

/** What became of its webhooks. */
export async function readDeliveries(db: Transaction, id: string): Promise<AlarmDetails['deliveries']> {
  const { rows } = await sql<AlarmDetails['deliveries'][number]>`
    SELECT id, event, host, state, attempts, reason, ${time(sql`created_at`)} AS "createdAt", ${time(sql`sent_at`)} AS "sentAt"
    FROM alarm_delivery WHERE alarm_id = ${id} ORDER BY id
  `.execute(db)
  return rows
}
