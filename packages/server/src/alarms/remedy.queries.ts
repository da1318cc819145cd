import type { AlarmRemedy, EarlierNote } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Db, Transaction } from '../platform/database.ts'
import { person, readAlarm, time } from './alarm.queries.ts'

/** So many notes are offered. */
const OFFERED = 10
/** Notes are looked for at so many earlier alarms of the rule. */
const NEWEST = 1_000

/** What was noted at earlier alarms of the same rule, as far as the reader sees it. */
interface Earlier {
  alarmId: string
  /** By which rule the alarm was raised. */
  ruleId: string | null
  notes: EarlierNote[]
}

/** What the reader sees of earlier alarms. @throws ProblemError `not_found` where the reader does not see the alarm */
export async function readEarlier(db: Transaction, { userId }: Principal, id: string): Promise<Earlier> {
  const { ruleId } = await readAlarm(db, id)
  return { alarmId: id, ruleId, notes: ruleId === null ? [] : await readNotes(db, id, userId) }
}

/**
 * What to do about an alarm that the reader sees.
 * @param system reads the rule and the catalogue, which customers may not
 */
export async function readRemedy(
  system: Db,
  { customerId }: Principal,
  { alarmId, ruleId, notes }: Earlier,
): Promise<AlarmRemedy> {
  const rule = ruleId === null ? undefined : await readAdvice(system, ruleId, alarmId)
  const isTold = customerId === null || rule?.forCustomers === true
  return {
    steps: (isTold && rule?.steps) || null,
    document: rule?.documentKind ? { kind: rule.documentKind, page: rule.documentPage } : null,
    part: (isTold && rule?.part) || null,
    sparePart: (isTold && rule?.sparePart) || null,
    notes,
  }
}

interface Advice {
  steps: string | null
  documentKind: NonNullable<AlarmRemedy['document']>['kind'] | null
  documentPage: number | null
  part: string | null
  sparePart: AlarmRemedy['sparePart']
  forCustomers: boolean
}

/** The part is that of the rule where the machine of the alarm has it today and it is still delivered: of several positions all of them. */
async function readAdvice(system: Db, ruleId: string, alarmId: string): Promise<Advice | undefined> {
  const { rows } = await sql<Advice>`
    SELECT r.steps, r.document_kind AS "documentKind", r.document_page AS "documentPage",
      nullif(concat_ws(', ', o.name, r.part), '') AS part, r.remedy_for_customers AS "forCustomers",
      CASE WHEN fitted.quantity IS NOT NULL THEN jsonb_build_object('itemId', i.id, 'number', i.code, 'name', i.description,
        'unit', i.unit, 'quantity', fitted.quantity, 'position', fitted.positions) END AS "sparePart"
    FROM alarm_rule r LEFT JOIN machine_option o ON o.id = r.part_option_id
      LEFT JOIN item_master i ON i.id = r.part_item_id AND i.active AND i.deleted_at IS NULL
      CROSS JOIN LATERAL (
        SELECT trim_scale(sum(p.quantity))::text AS quantity, string_agg(p.position, ', ' ORDER BY p.position) AS positions
        FROM alarm a JOIN machine m ON m.key = a.machine_key
          JOIN machine_part p ON p.machine_id = m.id AND p.item_id = i.id
        WHERE a.id = ${alarmId} AND coalesce(p.valid_from <= site_date(m.id, now()), true)
          AND coalesce(p.valid_until >= site_date(m.id, now()), true)) fitted
    WHERE r.id = ${ruleId}
  `.execute(system)
  return rows[0]
}

/** Notes of other alarms of the same rule, on machines of the same model; those of the same words are one. */
async function readNotes(db: Transaction, id: string, userId: string): Promise<EarlierNote[]> {
  const { rows } = await sql<EarlierNote>`
    WITH this AS (
      SELECT a.rule_id, fold_case(m.configuration_id) AS model FROM alarm a JOIN machine m ON m.key = a.machine_key WHERE a.id = ${id}
    ), earlier AS (
      SELECT a.id, m.machine_id FROM this JOIN alarm a ON a.rule_id = this.rule_id AND a.id <> ${id}
        JOIN machine m ON m.key = a.machine_key AND m.deleted_at IS NULL
          AND fold_case(m.configuration_id) IS NOT DISTINCT FROM this.model
      ORDER BY a.started_at DESC, a.id DESC LIMIT ${NEWEST}
    ), noted AS (
      SELECT e.id, e.alarm_id, earlier.machine_id, e.at, e.actor_id, e.note, marks.helpful, marks."isMine",
        count(*) OVER same AS times, row_number() OVER (same ORDER BY marks.helpful DESC, e.at DESC, e.id DESC) AS place
      FROM earlier JOIN alarm_event e ON e.alarm_id = earlier.id AND e.kind IN ('acknowledged', 'noted') AND e.note <> ''
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS helpful, coalesce(bool_or(user_id = ${userId}), false) AS "isMine"
          FROM alarm_note_mark WHERE event_id = e.id) marks
      WINDOW same AS (PARTITION BY fold_case(trim(e.note)))
    )
    SELECT e.id::text AS id, e.alarm_id AS "alarmId", e.machine_id AS "machineID", ${time(sql`e.at`)} AS at,
      ${person(sql`e.actor_id`, 'u')} AS by, e.note, e.times::int AS times, e.helpful, e."isMine"
    FROM noted e LEFT JOIN user_account u ON u.id = e.actor_id
    WHERE e.place = 1
    ORDER BY e.helpful DESC, e.at DESC, e.id DESC LIMIT ${OFFERED}
  `.execute(db)
  return rows
}

/** Says that a note helped, or takes it back. @throws ProblemError `not_found` where the note is not seen */
export async function markNote(
  db: Transaction,
  { userId }: Principal,
  noteId: string,
  helpful: boolean,
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id JOIN machine m ON m.key = a.machine_key
    WHERE e.id = ${noteId} AND e.kind IN ('acknowledged', 'noted') AND m.deleted_at IS NULL
  `.execute(db)
  assertThat(rows.length === 1, 'not_found', t('alarms.noSuchNote'))
  const change = helpful
    ? sql`INSERT INTO alarm_note_mark (event_id, user_id) VALUES (${noteId}, ${userId}) ON CONFLICT DO NOTHING`
    : sql`DELETE FROM alarm_note_mark WHERE event_id = ${noteId} AND user_id = ${userId}`
  await change.execute(db)
}
