import type pg from 'pg'
import { sentence } from '../sentence.ts'
import type { Manifest } from './manifest.ts'

/**
 * What a copy must not go on with: sessions and edit locks of people who worked on the original, work that ran there, and whatever it would
 * send to the outside.
 */
const STATEMENTS = `
  UPDATE session SET ended_at = now(), end_reason = 'restored from a backup' WHERE ended_at IS NULL;
  DELETE FROM access_token;
  DELETE FROM refresh_token;
  DELETE FROM project_lock;
  UPDATE job SET lease = NULL, next_attempt_at = now() WHERE lease IS NOT NULL;
  UPDATE periodic_job SET lease = NULL, leased_until = NULL WHERE lease IS NOT NULL`

/** Ends what went on in the original, and pauses the copy. */
export async function makePausedCopy(client: pg.ClientBase, { id, at }: Manifest): Promise<void> {
  await client.query('BEGIN')
  await client.query(STATEMENTS)
  await client.query(
    `UPDATE backup_run SET state = 'failed', ended_at = now(), reason = $1 WHERE state IN ('waiting', 'running')`,
    [sentence`The database was restored from a backup.`],
  )
  await client.query(
    `INSERT INTO restored_copy (backup, backup_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE
     SET backup = excluded.backup, backup_at = excluded.backup_at, restored_at = now(), released_at = NULL, released_by = NULL`,
    [id, at],
  )
  await client.query('COMMIT')
}

/** @returns whether there was anything to release */
export async function releaseCopy(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query('UPDATE restored_copy SET released_at = now() WHERE released_at IS NULL')
  return (rowCount ?? 0) > 0
}
