import { MOST_SHIFT_READERS, type ShiftReports, shifts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { LiveMachine } from '../../live/index.ts'
import { findMachine, scopeOf } from '../../monitoring/area.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import { subscribedShifts } from './replaced-shifts.ts'
import type { FactParts } from './shift-facts.ts'

/** So many patterns of a site are shown: those that have not ended. */
const MOST_PATTERNS = 100

interface ShiftSubscription {
  shiftId: string
  userId: string
  name: string
  location: string
  rowVersion: number
  isSubscribed: boolean
}

/** Who gets the reports of which shifts: everybody decides for themselves. */
export function shiftSubscriptionHandlers(parts: FactParts): HandlersOf<'machineShiftReports' | 'subscribeToShifts'> {
  const { telemetry, database } = parts
  return {
    machineShiftReports: async ({ principal, params }) =>
      await readPatterns(parts, principal, findMachine(telemetry, principal, params.id)),

    async subscribeToShifts({ principal, params, body }) {
      const machine = findMachine(telemetry, principal, params.id)
      const { shifts: before } = await readPatterns(parts, principal, machine)
      const wanted = new Set(body.shiftIds)
      const seen = new Set(before.map(({ shiftId }) => shiftId))
      assertThat(
        [...wanted].every((id) => seen.has(id)),
        'not_found',
        t('shiftReport.noSuchShift'),
      )
      await database.system.transaction().execute(async (db) => {
        const own = await readOwn(db, principal)
        for (const { shiftId, isSubscribed } of before) {
          // By a subscription of its own, what replaces another shift does not depend on that one any more.
          if (wanted.has(shiftId) && !own.has(shiftId)) await subscribe(db, principal, shiftId)
          if (!wanted.has(shiftId) && isSubscribed) await unsubscribe(db, principal, shiftId)
        }
      })
      return await readPatterns(parts, principal, machine)
    },
  }
}

async function readPatterns(
  { database }: FactParts,
  principal: Principal,
  { entry }: LiveMachine,
): Promise<ShiftReports> {
  type Row = Omit<ShiftReports['shifts'][number], 'isSubscribed'> & { location: string }
  const seen = await database.inScope(scopeOf(principal), async (db) => {
    const { rows } = await sql<Row>`
      SELECT s.id AS "shiftId", s.name, s.starts_at AS "startsAt", s.ends_at AS "endsAt", l.name AS location
      FROM machine m JOIN location l ON l.id = m.location_id JOIN shift s ON s.location_id = l.id AND s.deleted_at IS NULL
      WHERE m.key = ${entry.key} AND (s.last_day IS NULL OR s.last_day >= current_date - 1) ORDER BY s.starts_at, s.name, s.id LIMIT ${MOST_PATTERNS}
    `.execute(db)
    return rows
  })
  const subscribed = await readSubscribed(
    database.system,
    principal,
    seen.map(({ shiftId }) => shiftId),
  )
  return {
    machineID: entry.machineID,
    location: seen[0]?.location ?? null,
    shifts: seen.map(({ location: _location, ...shift }) => ({
      ...shift,
      isSubscribed: subscribed.has(shift.shiftId),
    })),
  }
}

/** The shifts that somebody has chosen. */
async function readOwn(db: Db, { userId }: Principal): Promise<Set<string>> {
  const { rows } = await sql<{ shiftId: string }>`
    SELECT shift_id AS "shiftId" FROM shift_subscription WHERE user_id = ${userId}
  `.execute(db)
  return new Set(rows.map(({ shiftId }) => shiftId))
}

/** The shifts whose reports somebody gets: those that they have chosen, and what has replaced those. */
async function readSubscribed(db: Db, { userId }: Principal, shiftIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ shiftId: string }>`
    SELECT s.id AS "shiftId" FROM shift s WHERE s.id = ANY (${shiftIds}::uuid[]) AND EXISTS (
      SELECT FROM shift_subscription r JOIN shift chosen ON chosen.id = r.shift_id
      WHERE r.user_id = ${userId} AND r.shift_id IN ${subscribedShifts} AND (chosen.id = s.id OR chosen.last_day < current_date)
    )
  `.execute(db)
  return new Set(rows.map(({ shiftId }) => shiftId))
}

async function subscribe(db: Transaction, principal: Principal, shiftId: string): Promise<void> {
  // Two who subscribe at once follow each other: only so many get the report.
  await sql`SELECT FROM shift WHERE id = ${shiftId} FOR UPDATE`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM shift_subscription WHERE shift_id = ${shiftId}
  `.execute(db)
  assertThat(
    (rows[0]?.count ?? 0) < MOST_SHIFT_READERS,
    'not_usable',
    t('shiftReport.tooManyReaders', { most: MOST_SHIFT_READERS }),
  )
  await sql`
    INSERT INTO shift_subscription (shift_id, user_id) VALUES (${shiftId}, ${principal.userId}) ON CONFLICT DO NOTHING
  `.execute(db)
  await audit(db, principal, shiftId, { before: null, after: principal.userId })
}

async function unsubscribe(db: Transaction, principal: Principal, shiftId: string): Promise<void> {
  await sql`
    DELETE FROM shift_subscription r USING shift s
    WHERE s.id = ${shiftId} AND r.user_id = ${principal.userId} AND r.shift_id IN ${subscribedShifts}
  `.execute(db)
  await audit(db, principal, shiftId, { before: principal.userId, after: null })
}

async function audit(
  db: Transaction,
  principal: Principal,
  shiftId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  const { rows } = await sql<{ rowVersion: number }>`
    SELECT row_version AS "rowVersion" FROM shift WHERE id = ${shiftId}
  `.execute(db)
  const row = { id: shiftId, rowVersion: rows[0]?.rowVersion ?? 1 }
  const action = after === null ? 'unsubscribe' : 'attach'
  const change = { before: { ...row, reportsTo: before }, after: { ...row, reportsTo: after } }
  await writeAudit(db, principal, shifts, action, [change])
}

/** The subscription that a link ends. @param hash of its secret. @returns undefined where it is the link of no shift report */
export async function findShiftSubscription(db: Db, hash: Buffer): Promise<ShiftSubscription | undefined> {
  const { rows } = await sql<ShiftSubscription>`
    SELECT d.shift_id AS "shiftId", d.user_id AS "userId", s.name, l.name AS location, s.row_version AS "rowVersion",
      EXISTS (SELECT FROM shift_subscription r WHERE r.user_id = d.user_id AND r.shift_id IN ${subscribedShifts}) AS "isSubscribed"
    FROM shift_report_delivery d JOIN shift s ON s.id = d.shift_id JOIN location l ON l.id = s.location_id
    WHERE d.unsubscribe_hash = ${hash}
  `.execute(db)
  return rows[0]
}

/** Ends the subscription of a link. A second time changes nothing. @returns whether it is the link of a shift report */
export async function endShiftSubscription(db: Transaction, hash: Buffer): Promise<boolean> {
  const found = await findShiftSubscription(db, hash)
  if (found === undefined) return false
  const { userId, shiftId, isSubscribed } = found
  const actor = { userId, sessionId: undefined, customerId: null, permissions: new Set<string>() }
  if (isSubscribed) await unsubscribe(db, actor, shiftId)
  return true
}
