import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { editLocked } from '../../engine/resource/edit-lock-problem.ts'
import type { Transaction } from '../../platform/database.ts'
import { editorOf, readLock } from '../lock/project-locks.ts'
import { priceChangedProjects } from '../pricing/price-changed-projects.ts'

const HOLD_MS = 60_000

/**
 * Holds a project for what one transaction does to it, such as filling a copy or the last approval. A window in which the same person edits it goes
 * on; anybody else who edits it is in the way.
 * @throws ProblemError `edit_locked` with the holder
 */
export async function holdBriefly<T>(
  db: Transaction,
  principal: Principal,
  projectId: string,
  work: () => Promise<T>,
): Promise<T> {
  const held = await readLock(db, projectId)
  const editor = editorOf(held)
  if (editor !== null && editor.userId !== principal.userId) throw editLocked(editor)
  const token = editor === null ? await take(db, principal, projectId) : held?.token
  await sql`SELECT set_config('packhouse.edit_lock', ${token}, true)`.execute(db)
  const result = await work()
  // While it is held: what follows from the work is a change too.
  await priceChangedProjects(db)
  if (editor === null) {
    await sql`UPDATE project_lock SET expires_at = clock_timestamp() WHERE project_id = ${projectId}`.execute(db)
  }
  return result
}

async function take(db: Transaction, { userId }: Principal, projectId: string): Promise<string> {
  const until = sql`clock_timestamp() + ${HOLD_MS} * interval '1 ms'`
  const { rows } = await sql<{ token: string }>`
    INSERT INTO project_lock (project_id, user_id, session, token, acquired_at, heartbeat_at, expires_at)
    VALUES (${projectId}, ${userId}, NULL, 1, clock_timestamp(), clock_timestamp(), ${until})
    ON CONFLICT (project_id) DO UPDATE SET user_id = EXCLUDED.user_id, session = NULL, token = project_lock.token + 1,
      acquired_at = clock_timestamp(), heartbeat_at = clock_timestamp(), expires_at = ${until}, asked_by = NULL, asked_at = NULL
    WHERE project_lock.expires_at <= clock_timestamp() RETURNING token::text
  `.execute(db)
  assertThat(rows[0], 'unavailable', t('estimator.tryLockAgain'))
  return rows[0].token
}
