import { type Editor, type HeldLock, LOCK_MS, type LockStatus, projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { editLocked } from '../../engine/resource/edit-lock-problem.ts'
import { assertNotFrozen } from '../../engine/resource/lifecycle.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'

/** How long a project waits for somebody to whom it was handed over. */
const HANDED_OVER_MS = 60_000

export interface LockRow {
  userId: string
  name: string
  session: string | null
  token: string
  since: Date
  expiresAt: Date
  isHeld: boolean
  /** Until it expires, negative afterwards. */
  endsInMs: number
  askedBy: string | null
  askedName: string | null
  askedAt: Date | null
}

/** Who edits which project. Only the clock of the database counts, and a lock that is over reads as free everywhere. */
export class ProjectLocks {
  readonly #projects: ResourceStore
  #takeovers = 0

  constructor(store: ResourceStore) {
    this.#projects = store
  }

  /** How often a lock was taken from who held it, since the start of the process. */
  get takeovers(): number {
    return this.#takeovers
  }

  async status(principal: Principal, id: string): Promise<LockStatus> {
    return await this.#projects.read(principal, async (db) => {
      await this.#projects.rows.find(db, id, {})
      return statusOf(principal, await readLock(db, id))
    })
  }

  /**
   * Gives the lock to a window where it is free, or held by this very window, or by this person who wants to go on here.
   * @throws ProblemError `edit_locked` with the holder, `state_frozen`, `permission_missing` for a role that does not edit
   */
  async acquire(
    principal: Principal,
    id: string,
    { session, continueHere }: { session: string; continueHere: boolean },
  ): Promise<HeldLock> {
    const isMine = sql`project_lock.user_id = ${principal.userId}
      AND (project_lock.session IS NULL OR project_lock.session = ${session} OR ${continueHere})`
    return await this.#take(principal, id, session, sql`project_lock.expires_at <= clock_timestamp() OR (${isMine})`)
  }

  /** Takes the lock from whoever holds it. @throws ProblemError `state_frozen` */
  async force(
    principal: Principal,
    id: string,
    { session, reason }: { session: string; reason: string },
  ): Promise<HeldLock> {
    const lock = await this.#take(principal, id, session, sql`true`, reason)
    this.#takeovers++
    return lock
  }

  /** @throws ProblemError `edit_lock_lost` with the holder */
  async heartbeat(principal: Principal, id: string, token: string): Promise<HeldLock> {
    return await this.#projects.write(principal, async (db) => {
      await this.#ofHolder(
        db,
        principal,
        id,
        token,
        sql`heartbeat_at = clock_timestamp(), expires_at = ${end(LOCK_MS)}`,
      )
      return heldOf(principal, await readLock(db, id))
    })
  }

  /** Frees the lock; one that is over already is left alone. */
  async release(principal: Principal, id: string, token: string): Promise<LockStatus> {
    return await this.#projects.write(principal, async (db) => {
      await this.#projects.rows.find(db, id, {})
      await sql`
        UPDATE project_lock SET expires_at = clock_timestamp()
        WHERE project_id = ${id} AND user_id = ${principal.userId} AND token = ${token} AND expires_at > clock_timestamp()
      `.execute(db)
      return statusOf(principal, await readLock(db, id))
    })
  }

  /** @throws ProblemError `not_usable` where nobody else holds it */
  async ask(principal: Principal, id: string): Promise<LockStatus> {
    return await this.#projects.write(principal, async (db) => {
      await this.#projects.rows.find(db, id, {})
      await assertMayEdit(db, principal, id)
      const { rows } = await sql`
        UPDATE project_lock SET asked_by = ${principal.userId}, asked_at = clock_timestamp()
        WHERE project_id = ${id} AND user_id <> ${principal.userId} AND expires_at > clock_timestamp() RETURNING project_id
      `.execute(db)
      assertThat(rows.length > 0, 'not_usable', t('estimator.nobodyToAsk'))
      return statusOf(principal, await readLock(db, id))
    })
  }

  /** @throws ProblemError `edit_lock_lost`; `not_usable` where nobody has asked */
  async handOver(principal: Principal, id: string, token: string): Promise<LockStatus> {
    return await this.#projects.write(principal, async (db) => {
      await this.#ofHolder(db, principal, id, token, sql`heartbeat_at = clock_timestamp()`)
      const { rows } = await sql`
        UPDATE project_lock SET user_id = asked_by, session = NULL, token = token + 1, acquired_at = clock_timestamp(),
          heartbeat_at = clock_timestamp(), expires_at = ${end(HANDED_OVER_MS)}, asked_by = NULL, asked_at = NULL
        WHERE project_id = ${id} AND asked_by IS NOT NULL RETURNING project_id
      `.execute(db)
      assertThat(rows.length > 0, 'not_usable', t('estimator.nobodyHasAsked'))
      return statusOf(principal, await readLock(db, id))
    })
  }

  async #take(
    principal: Principal,
    id: string,
    session: string,
    mayTake: RawBuilder<unknown>,
    reason?: string,
  ): Promise<HeldLock> {
    return await this.#projects.write(principal, async (db) => {
      const project = await this.#projects.rows.find(db, id, {})
      assertNotFrozen(projects, project)
      await assertMayEdit(db, principal, id)
      // Only a take-over names in the history who had it.
      const before = reason === undefined ? undefined : await readLock(db, id)
      const { rows } = await sql`
        INSERT INTO project_lock (project_id, user_id, session, token, acquired_at, heartbeat_at, expires_at)
        VALUES (${id}, ${principal.userId}, ${session}, 1, clock_timestamp(), clock_timestamp(), ${end(LOCK_MS)})
        ON CONFLICT (project_id) DO UPDATE SET user_id = EXCLUDED.user_id, session = EXCLUDED.session,
          -- A window that asks again keeps its token.
          token = project_lock.token + CASE WHEN ${isSame(principal, session)} THEN 0 ELSE 1 END,
          acquired_at = CASE WHEN ${isSame(principal, session)} THEN project_lock.acquired_at ELSE clock_timestamp() END,
          heartbeat_at = clock_timestamp(), expires_at = ${end(LOCK_MS)}, asked_by = NULL, asked_at = NULL
        WHERE ${mayTake}
        RETURNING project_id
      `.execute(db)
      const lock = await readLock(db, id)
      if (rows.length === 0) throw refusal(lock)
      if (reason !== undefined) await auditTakeOver(db, principal, project, before, reason)
      return heldOf(principal, lock)
    })
  }

  /** Changes a lock for who holds it. @throws ProblemError `edit_lock_lost` */
  async #ofHolder(
    db: Transaction,
    principal: Principal,
    id: string,
    token: string,
    change: RawBuilder<unknown>,
  ): Promise<void> {
    await this.#projects.rows.find(db, id, {})
    const { rows } = await sql`
      UPDATE project_lock SET ${change}
      WHERE project_id = ${id} AND user_id = ${principal.userId} AND token = ${token} AND expires_at > clock_timestamp()
      RETURNING project_id
    `.execute(db)
    if (rows.length > 0) return
    const editor = editorOf(await readLock(db, id))
    const words = editor === null ? t('server.editLockEnded') : t('server.editLockLost', { name: editor.name })
    throw new ProblemError('edit_lock_lost', words, undefined, editor === null ? {} : { editor })
  }
}

/** Who takes part in a project edits it if their role there does, whatever they may do elsewhere. @throws ProblemError `permission_missing` */
async function assertMayEdit(db: Transaction, { userId }: Principal, id: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT t.name FROM project_role r JOIN project_role_type t ON t.id = r.type_id
    WHERE r.project_id = ${id} AND r.user_id = ${userId} AND NOT t.can_edit
  `.execute(db)
  const [role] = rows
  assertThat(role === undefined, 'permission_missing', t('estimator.roleDoesNotEdit', { role: role?.name ?? '' }))
}

const end = (afterMs: number) => sql`clock_timestamp() + ${afterMs} * interval '1 ms'`

const isSame = ({ userId }: Principal, session: string) =>
  sql`(project_lock.user_id = ${userId} AND project_lock.session = ${session} AND project_lock.expires_at > clock_timestamp())`

/** The lock of a project, whether it is held or over; undefined where it never had one. */
export async function readLock(db: Transaction, id: string): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    SELECT l.user_id AS "userId", trim(u.first_name || ' ' || u.last_name) AS name, l.session, l.token::text,
      l.acquired_at AS since, l.expires_at AS "expiresAt", l.expires_at > clock_timestamp() AS "isHeld",
      ceil(extract(epoch FROM l.expires_at - clock_timestamp()) * 1000)::float8 AS "endsInMs",
      l.asked_by AS "askedBy", trim(a.first_name || ' ' || a.last_name) AS "askedName", l.asked_at AS "askedAt"
    FROM project_lock l JOIN user_account u ON u.id = l.user_id LEFT JOIN user_account a ON a.id = l.asked_by
    WHERE l.project_id = ${id}
  `.execute(db)
  return rows[0]
}

/** Who edits a project at the moment. */
export function editorOf(lock: LockRow | undefined): Editor | null {
  if (!lock?.isHeld) return null
  const { userId, name, since, expiresAt } = lock
  return { userId, name, since: since.toISOString(), expiresAt: expiresAt.toISOString() }
}

/** What somebody is told of a lock. */
export function statusOf({ userId }: Principal, lock: LockRow | undefined): LockStatus {
  const editor = editorOf(lock)
  if (lock === undefined || editor === null)
    return { editor: null, isMine: false, session: null, endsInMs: null, asked: null }
  const { askedBy, askedName, askedAt, session, endsInMs } = lock
  const hasAsked = askedBy !== null && askedAt !== null
  const asked = hasAsked ? { userId: askedBy, name: askedName ?? '', at: askedAt.toISOString() } : null
  return { editor, isMine: editor.userId === userId, session, endsInMs, asked }
}

function heldOf(principal: Principal, lock: LockRow | undefined): HeldLock {
  assertThat(lock, 'internal')
  return { ...statusOf(principal, lock), token: lock.token }
}

function refusal(lock: LockRow | undefined): ProblemError {
  const editor = editorOf(lock)
  assertThat(editor, 'unavailable', t('estimator.tryLockAgain'))
  return editLocked(editor)
}

async function auditTakeOver(
  db: Transaction,
  principal: Principal,
  { id, rowVersion }: { id: string; rowVersion: number },
  before: LockRow | undefined,
  reason: string,
): Promise<void> {
  const editor = editorOf(before)?.name ?? null
  const change = { before: { id, rowVersion, editor }, after: { id, rowVersion, editor: null, reason } }
  await writeAudit(db, principal, projects, 'take-over', [change])
}
