import type { BackupRun } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/database.ts'
import { sentence } from '../../platform/sentence.ts'
import type { Made } from './backup-schedule.ts'

type RunKind = BackupRun['kind']

interface RunRow {
  id: string
  kind: RunKind
  state: BackupRun['state']
  name: string | null
  asked_at: Date
  ended_at: Date | null
  step: BackupRun['step']
  share: number
  reason: string | null
}

const COLUMNS = sql`id, kind, state, name, asked_at, ended_at, step, share, reason`

/** @returns undefined where one of the kind waits or runs already */
export async function askFor(db: Db, kind: RunKind, userId: string | null): Promise<BackupRun | undefined> {
  const { rows } = await sql<RunRow>`
    INSERT INTO backup_run (kind, asked_by) VALUES (${kind}, ${userId})
    ON CONFLICT (kind) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING ${COLUMNS}
  `.execute(db)
  return rows[0] && toRun(rows[0])
}

export async function readOpenRuns(db: Transaction): Promise<BackupRun[]> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM backup_run WHERE state IN ('waiting', 'running') ORDER BY asked_at
  `.execute(db)
  return rows.map(toRun)
}

export async function readLastRun(db: Transaction, kind: RunKind): Promise<BackupRun | null> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM backup_run WHERE kind = ${kind} AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1
  `.execute(db)
  return rows[0] ? toRun(rows[0]) : null
}

/** When drills have last restored backups, by the name of the backup. */
export async function readTests(db: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; at: Date }>`
    SELECT name, max(ended_at) AS at FROM backup_run WHERE kind = 'drill' AND state = 'done' AND name IS NOT NULL GROUP BY name
  `.execute(db)
  return new Map(rows.map(({ name, at }) => [name, at.toISOString()]))
}

export async function readMade(db: Db, kind: RunKind): Promise<Made> {
  const { rows } = await sql<{ success: Date | null; failure: Date | null }>`
    SELECT max(ended_at) FILTER (WHERE state = 'done') AS success, max(ended_at) FILTER (WHERE state = 'failed') AS failure
    FROM backup_run WHERE kind = ${kind}
  `.execute(db)
  return {
    lastSuccessAt: rows[0]?.success?.getTime() ?? null,
    lastFailureAt: rows[0]?.failure?.getTime() ?? null,
  }
}

/** Takes the run that was asked for first. One process at a time does this, so whatever runs already has ended with its process. */
export async function takeRun(db: Db): Promise<{ id: string; kind: RunKind } | undefined> {
  await sql`
    UPDATE backup_run SET state = 'failed', ended_at = now(), reason = ${sentence`The product ended meanwhile.`} WHERE state = 'running'
  `.execute(db)
  const { rows } = await sql<{ id: string; kind: RunKind }>`
    UPDATE backup_run SET state = 'running', started_at = now()
    WHERE id = (SELECT id FROM backup_run WHERE state = 'waiting' ORDER BY asked_at LIMIT 1) RETURNING id, kind
  `.execute(db)
  return rows[0]
}

export async function writeProgress(db: Db, id: string, step: string, share: number): Promise<void> {
  await sql`UPDATE backup_run SET step = ${step}, share = ${share} WHERE id = ${id} AND state = 'running'`.execute(db)
}

export async function finishRun(
  db: Db,
  id: string,
  { name, reason, isDone }: { name: string | null; reason: string | null; isDone: boolean },
): Promise<void> {
  await sql`
    UPDATE backup_run SET state = ${isDone ? 'done' : 'failed'}, ended_at = now(), step = NULL, share = CASE WHEN ${isDone} THEN 1 ELSE share END,
      name = ${name}, reason = ${reason}
    WHERE id = ${id}
  `.execute(db)
}

/** It is made after the next start. */
export async function giveBackRun(db: Db, id: string): Promise<void> {
  await sql`UPDATE backup_run SET state = 'waiting', step = NULL, share = 0 WHERE id = ${id} AND state = 'running'`.execute(
    db,
  )
}

export async function forgetOldRuns(db: Db): Promise<void> {
  await sql`
    DELETE FROM backup_run WHERE ended_at < now() - interval '400 days' OR (state = 'failed' AND ended_at < now() - interval '90 days')
  `.execute(db)
}

function toRun({ name, asked_at, ended_at, reason, ...run }: RunRow): BackupRun {
  return {
    ...run,
    backup: name,
    askedAt: asked_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    reason: reason === null ? null : declared(reason),
  }
}
