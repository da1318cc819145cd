import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { type AuditAction, type RowChange, writeAudit } from '../engine/resource/audit.ts'
import type { Transaction } from '../platform/database.ts'
import type { Span } from './stops.ts'

/** What is to be said of a stretch; without a reason what was said of it is taken back. */
export interface DowntimeChange extends Span {
  reasonId: string | null
  note: string | null
}

interface Row extends Span {
  id: string
  reasonId: string
  note: string | null
}

const AUDITED = { name: 'downtime', fields: {} }

/**
 * Says why a machine stood still, in the place of whatever was said of those stretches.
 * @param version that of what the person looked at
 * @returns the new version
 * @throws ProblemError `stale` where somebody was faster
 */
export async function assignDowntimeReason(
  db: Transaction,
  principal: Principal,
  machine: { key: number; machineID: string },
  version: number,
  changes: readonly DowntimeChange[],
): Promise<number> {
  await takeVersion(db, machine.key, version)
  for (const change of changes) {
    const log = auditOf(db, principal, machine.machineID)
    await clear(db, principal, machine.key, change, log)
    if (change.reasonId === null) continue
    const row = { ...change, reasonId: change.reasonId }
    await log('create', { after: { ...row, id: await insert(db, machine.key, row, principal.userId) } })
  }
  await sql`UPDATE downtime_version SET version = version + 1 WHERE machine_key = ${machine.key}`.execute(db)
  return version + 1
}

async function takeVersion(db: Transaction, key: number, version: number): Promise<void> {
  await sql`INSERT INTO downtime_version (machine_key, version) VALUES (${key}, 0) ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM downtime_version WHERE machine_key = ${key} FOR UPDATE
  `.execute(db)
  const current = rows[0]?.version
  assertThat(current !== undefined, 'not_found', t('monitoring.noSuchMachine'))
  if (current === version) return
  throw new ProblemError('stale', t('service.stopsHaveChanged'), undefined, {
    current: { version: current },
  })
}

type Log = (action: AuditAction, change: { before?: Row; after?: Row }) => Promise<void>

function auditOf(db: Transaction, principal: Principal, machineID: string): Log {
  const auditValues = (row: Row | undefined): RowChange['before'] =>
    row && {
      id: row.id,
      rowVersion: 1,
      machineID,
      from: new Date(row.from).toISOString(),
      to: new Date(row.to).toISOString(),
      reasonId: row.reasonId,
      note: row.note,
    }
  return (action, { before, after }) =>
    writeAudit(db, principal, AUDITED, action, [{ before: auditValues(before), after: auditValues(after) }])
}

/** Takes a stretch out of what was said: what lies within it goes, what reaches beyond it is cut. */
async function clear(db: Transaction, principal: Principal, key: number, span: Span, log: Log): Promise<void> {
  for (const row of await overlapping(db, key, span)) {
    const left = { ...row, to: span.from }
    const right = { ...row, from: span.to }
    const shortened = left.from < left.to ? left : right.from < right.to ? right : undefined
    if (shortened === undefined) {
      await sql`DELETE FROM downtime WHERE id = ${row.id}`.execute(db)
      await log('delete', { before: row })
      continue
    }
    await sql`
      UPDATE downtime SET from_at = ${new Date(shortened.from)}, to_at = ${new Date(shortened.to)}, row_version = row_version + 1
      WHERE id = ${row.id}
    `.execute(db)
    await log('update', { before: row, after: shortened })
    if (shortened === left && right.from < right.to) {
      await log('create', { after: { ...right, id: await insert(db, key, right, principal.userId) } })
    }
  }
}

async function overlapping(db: Transaction, key: number, { from, to }: Span): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'from' | 'to'> & { from_at: Date; to_at: Date }>`
    SELECT id, from_at, to_at, reason_id AS "reasonId", note FROM downtime
    WHERE machine_key = ${key} AND from_at < ${new Date(to)} AND to_at > ${new Date(from)} ORDER BY from_at
  `.execute(db)
  return rows.map(({ from_at, to_at, ...row }) => ({ ...row, from: from_at.getTime(), to: to_at.getTime() }))
}

async function insert(db: Transaction, key: number, row: Omit<Row, 'id'>, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO downtime (machine_key, from_at, to_at, reason_id, note, created_by, updated_by)
    VALUES (${key}, ${new Date(row.from)}, ${new Date(row.to)}, ${row.reasonId}, ${row.note}, ${userId}, ${userId})
    RETURNING id
  `.execute(db)
  const [made] = rows
  assertThat(made, 'internal')
  return made.id
}
