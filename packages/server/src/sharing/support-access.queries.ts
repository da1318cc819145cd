import {
  SUPPORT_ACCESS_SHOWN,
  type SupportAccess,
  type SupportAccessStatus,
  type SupportAnswer,
} from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../platform/database.ts'

/** One request as the audit has it. */
export interface AccessState {
  id: string
  machineID: string
  reason: string
  hours: number
  status: SupportAccessStatus
  endsAt: string | null
}

interface AccessRow extends Omit<AccessState, 'endsAt'> {
  askedAt: Date
  askedById: string | null
  answeredAt: Date | null
  answeredById: string | null
  endsAt: Date | null
}

/** What has run out is over, though nobody ended it. */
const COLUMNS = sql`a.id, m.machine_id AS "machineID", a.reason, a.hours,
  CASE WHEN a.status = 'granted' AND a.ends_at <= now() THEN 'ended' ELSE a.status END AS status, a.asked_at AS "askedAt",
  a.asked_by AS "askedById", a.answered_at AS "answeredAt", a.answered_by AS "answeredById", a.ends_at AS "endsAt"`

/** The newest requests first, those that wait for an answer before all. @param key of all machines that are seen where it is null */
export async function readAccess(db: Transaction, key: number | null): Promise<AccessRow[]> {
  return await select(db, key === null ? sql`true` : sql`m.key = ${key}`)
}

export async function findAccess(db: Transaction, id: string): Promise<AccessState | undefined> {
  // Nobody else answers it in the meantime.
  await sql`SELECT FROM support_access WHERE id = ${id} FOR UPDATE`.execute(db)
  const [row] = await select(db, sql`a.id = ${id}`)
  return row && stateOf(row)
}

async function select(db: Transaction, which: RawBuilder<unknown>): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    SELECT ${COLUMNS} FROM support_access a JOIN machine m ON m.id = a.machine_id WHERE ${which}
    ORDER BY a.status = 'asked' DESC, a.id DESC LIMIT ${SUPPORT_ACCESS_SHOWN}
  `.execute(db)
  return rows
}

/** How many requests of a machine were made in the last 24 hours, whoever its customer was. */
export async function countAsked(db: Transaction, key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM support_access a JOIN machine m ON m.id = a.machine_id
    WHERE m.key = ${key} AND a.asked_at > now() - interval '24 hours'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns undefined where one of the machine waits for an answer, or where it is nobody's */
export async function insertAccess(
  db: Transaction,
  userId: string,
  key: number,
  { reason, hours }: { reason: string; hours: number },
): Promise<AccessState | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO support_access (machine_id, customer_id, reason, hours, asked_by)
    SELECT id, customer_id, ${reason}, ${hours}, ${userId} FROM machine WHERE key = ${key} AND customer_id IS NOT NULL
    ON CONFLICT (machine_id) WHERE status = 'asked' DO NOTHING RETURNING id
  `.execute(db)
  const [made] = rows
  if (made === undefined) return undefined
  const [row] = await select(db, sql`a.id = ${made.id}`)
  return row && stateOf(row)
}

/** People who are informed of one request, at most. */
const MOST_DECIDERS = 50

interface Decider {
  userId: string
  email: string
  language: string | null
  /** Who asks. */
  asker: string
}

/** The people of the customer who decide what its machines share. @param id of a request */
export async function readDeciders(db: Transaction, id: string): Promise<Decider[]> {
  const { rows } = await sql<Decider>`
    SELECT u.id AS "userId", u.email, u.language, coalesce(trim(concat_ws(' ', asker.first_name, asker.last_name)), '') AS asker
    FROM support_access a JOIN user_account u ON u.customer_id = a.customer_id LEFT JOIN user_account asker ON asker.id = a.asked_by
    WHERE a.id = ${id} AND u.deleted_at IS NULL AND NOT u.disabled
      AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'sharing.decide')
    ORDER BY u.id LIMIT ${sql.lit(MOST_DECIDERS)}
  `.execute(db)
  return rows
}

/** @param id one that was found before */
export async function answerAccess(
  db: Transaction,
  userId: string,
  id: string,
  answer: SupportAnswer,
): Promise<AccessState> {
  const set = {
    grant: sql`status = 'granted', answered_at = now(), answered_by = ${userId}, ends_at = now() + make_interval(hours => hours)`,
    refuse: sql`status = 'refused', answered_at = now(), answered_by = ${userId}`,
    end: sql`status = 'ended', ends_at = now()`,
  }[answer]
  await sql`UPDATE support_access SET ${set} WHERE id = ${id}`.execute(db)
  const [row] = await select(db, sql`a.id = ${id}`)
  if (row === undefined) throw new Error('A request that was just answered is gone.')
  return stateOf(row)
}

function stateOf({ id, machineID, reason, hours, status, endsAt }: AccessRow): AccessState {
  return { id, machineID, reason, hours, status, endsAt: endsAt?.toISOString() ?? null }
}

/** Customers see who of the maker asks, and staff who answered, though neither sees the accounts of the other. */
export async function namesOf(database: Database, rows: readonly AccessRow[]): Promise<SupportAccess[]> {
  const ids = rows.flatMap(({ askedById, answeredById }) => [askedById ?? [], answeredById ?? []].flat())
  const found = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM user_account WHERE id = ANY(${ids}::uuid[])
  `.execute(database.system)
  const names = new Map(found.rows.map(({ id, name }) => [id, name]))
  return rows.map(({ askedById, askedAt, answeredById, answeredAt, endsAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    askedBy: names.get(askedById ?? '') ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    answeredBy: names.get(answeredById ?? '') ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
}

export async function readMachine(
  db: Transaction,
  key: number,
): Promise<{ id: string; description: string | null; model: string | null } | undefined> {
  const { rows } = await sql<{ id: string; description: string | null; model: string | null }>`
    SELECT id, description, configuration_id AS model FROM machine WHERE key = ${key}
  `.execute(db)
  return rows[0]
}
