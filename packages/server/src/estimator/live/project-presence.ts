import { MAX_PROJECT_VIEWERS, type ProjectViewer } from '@packhouse/contract'
import { sql } from 'kysely'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'

const RENEW_MS = 20_000
/** How long somebody is named whose process has ended without a word. */
const EXPIRY_MS = 60_000

export interface OpenProject {
  /** A random id of the stream. */
  id: string
  projectId: string
  userId: string
}

/** Who has which project open, in whatever process. */
export class ProjectPresence {
  readonly #db: Db
  readonly #open = new Map<string, OpenProject>()
  #timer: Timer | undefined

  /** @param db the product's own */
  constructor(db: Db) {
    this.#db = db
  }

  start(): void {
    // What could not be written now is written with the next round.
    this.#timer = clock.every(RENEW_MS, () => void this.#renew([...this.#open.values()]).catch(() => undefined))
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    const ids = [...this.#open.keys()]
    this.#open.clear()
    await this.#remove(ids).catch(() => undefined)
  }

  /** @throws Error where the database does not answer */
  async enter(open: OpenProject): Promise<void> {
    this.#open.set(open.id, open)
    await this.#renew([open])
    // It may have left while that was under way.
    if (!this.#open.has(open.id)) await this.#remove([open.id])
  }

  leave(id: string): void {
    if (this.#open.delete(id)) void this.#remove([id]).catch(() => undefined)
  }

  /** Each person once, by name. */
  async peopleOf(projectId: string): Promise<ProjectViewer[]> {
    const { rows } = await sql<ProjectViewer>`
      SELECT u.id AS "userId", trim(u.first_name || ' ' || u.last_name) AS name FROM user_account u
      WHERE u.id IN (SELECT user_id FROM project_viewer WHERE project_id = ${projectId} AND expires_at > clock_timestamp())
      ORDER BY name, u.id LIMIT ${MAX_PROJECT_VIEWERS}
    `.execute(this.#db)
    return rows
  }

  async #renew(open: readonly OpenProject[]): Promise<void> {
    await sql`
      WITH gone AS (DELETE FROM project_viewer WHERE expires_at < clock_timestamp())
      INSERT INTO project_viewer (stream, project_id, user_id, expires_at)
      SELECT o.stream, p.id, u.id, clock_timestamp() + ${EXPIRY_MS} * interval '1 ms'
      FROM unnest(${open.map(({ id }) => id)}::uuid[], ${open.map(({ projectId }) => projectId)}::uuid[],
        ${open.map(({ userId }) => userId)}::uuid[]) o (stream, project_id, user_id)
      JOIN project p ON p.id = o.project_id JOIN user_account u ON u.id = o.user_id
      ON CONFLICT (stream) DO UPDATE SET expires_at = EXCLUDED.expires_at
    `.execute(this.#db)
  }

  async #remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await sql`DELETE FROM project_viewer WHERE stream = ANY (${ids}::uuid[])`.execute(this.#db)
  }
}
