import type { PdfJob } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Rendering } from '../renderer.ts'

/** A server that makes a document says so this often, ms. */
const SEEN_EVERY_MS = 2_000
/** After so long without a word nobody makes it any more, s. */
const LOST_SECONDS = 30
/** How long a document can be had, hours. */
const KEPT_HOURS = 24
/** Documents of one person that can be had at once; older ones make room. */
const MOST_OF_USER = 20

interface JobRow extends Omit<PdfJob, 'startedAt'> {
  startedAt: Date
  isLost: boolean
}

/** A document as it is sent. */
export interface StoredDocument {
  pdf: Uint8Array
  fileName: string
  isTagged: boolean
  /** Characters that no font has. */
  replaced: readonly string[]
}

/** Documents that take longer than a request waits. Any server can be asked for them. */
export class PdfJobs {
  readonly #db: Db
  readonly #log: Log

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Goes on with a document after its request was answered. @returns the id of the job */
  async follow(rendering: Rendering, userId: string, fileName: string): Promise<string> {
    await sql`
      DELETE FROM pdf_job WHERE id IN (
        SELECT id FROM pdf_job WHERE user_id = ${userId} ORDER BY started_at DESC OFFSET ${MOST_OF_USER - 1})
    `.execute(this.#db)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO pdf_job (user_id, file_name, ahead) VALUES (${userId}, ${fileName}, ${rendering.ahead()}) RETURNING id
    `.execute(this.#db)
    const [{ id } = { id: '' }] = rows
    void this.#watch(id, rendering).catch((error) => this.#log.error({ err: error }, 'A document could not be stored'))
    return id
  }

  async find(userId: string, id: string): Promise<PdfJob | undefined> {
    const { rows } = await sql<JobRow>`
      SELECT id, file_name AS "fileName", started_at AS "startedAt",
        CASE WHEN is_lost THEN 'failed' ELSE state END AS state, reason, is_lost AS "isLost",
        CASE WHEN state = 'waiting' AND NOT is_lost THEN ahead END AS ahead, is_tagged AS "isTagged", replaced
      FROM pdf_job, LATERAL (SELECT state = 'waiting' AND seen_at < now() - make_interval(secs => ${LOST_SECONDS}) AS is_lost) lost
      WHERE id = ${id} AND user_id = ${userId}
    `.execute(this.#db)
    const [row] = rows
    if (row === undefined) return undefined
    const { isLost, startedAt, reason, ...job } = row
    return { ...job, startedAt: startedAt.toISOString(), reason: isLost ? t('documents.serverHasStopped') : reason }
  }

  async content(userId: string, id: string): Promise<StoredDocument | undefined> {
    const { rows } = await sql<StoredDocument>`
      SELECT content AS pdf, file_name AS "fileName", is_tagged AS "isTagged", replaced
      FROM pdf_job WHERE id = ${id} AND user_id = ${userId} AND state = 'ready'
    `.execute(this.#db)
    return rows[0]
  }

  async removeOld(): Promise<void> {
    await sql`DELETE FROM pdf_job WHERE started_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(this.#db)
  }

  async #watch(id: string, { document, ahead }: Rendering): Promise<void> {
    const timer = clock.every(SEEN_EVERY_MS, () => {
      const seen = sql`UPDATE pdf_job SET seen_at = now(), ahead = ${ahead()} WHERE id = ${id}`
      seen.execute(this.#db).catch(() => undefined)
    })
    try {
      const { pdf, isTagged, replaced } = await document
      const ready = sql`
        UPDATE pdf_job SET state = 'ready', content = ${Buffer.from(pdf)}, is_tagged = ${isTagged}, replaced = ${replaced} WHERE id = ${id}`
      await ready.execute(this.#db)
    } catch (error) {
      if (!(error instanceof ProblemError)) this.#log.error({ err: error }, 'A document could not be made')
      const reason = error instanceof ProblemError ? error.message : t('documents.couldNotBeRendered')
      await sql`UPDATE pdf_job SET state = 'failed', reason = ${reason} WHERE id = ${id}`.execute(this.#db)
    } finally {
      timer.stop()
    }
  }
}
