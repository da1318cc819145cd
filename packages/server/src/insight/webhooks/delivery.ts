import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import type { ChangeRow } from './change.ts'

/** What an attempt needs to know; the columns of the change are null for a test. */
export interface Delivery {
  id: string
  webhookId: string
  /** Protocol and host; the whole address where it is not encrypted yet. */
  url: string
  sealedUrl: Buffer | null
  enabled: boolean
  resting: boolean
  customerId: string | null
  confidential: boolean
  ownerId: string
  secret: Buffer
  previousSecret: Buffer | null
  change: (Omit<ChangeRow, 'at'> & { at: string; customerBefore: string | null; customerAfter: string | null }) | null
}

export async function readDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    SELECT d.id, w.id AS "webhookId", w.url, s.sealed_url AS "sealedUrl", w.enabled, coalesce(s.rests_until > now(), false) AS resting, w.customer_id AS "customerId",
      w.confidential, w.owner_id AS "ownerId", s.secret, CASE WHEN s.previous_until > now() THEN s.previous_secret END AS "previousSecret",
      CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id::text, 'xact', e.xact::text, 'at', e.at, 'actorId', e.actor_id,
        'action', e.action, 'resource', e.resource, 'rowId', e.row_id, 'before', e.before, 'after', e.after,
        'customerBefore', customer_of_values(e.resource, e.row_id, e.before),
        'customerAfter', customer_of_values(e.resource, e.row_id, e.after)) END AS change
    FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id JOIN webhook_state s ON s.webhook_id = w.id
      LEFT JOIN audit_entry e ON e.id = d.audit_id
    WHERE d.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Whether staff may read a change: not where it has what a machine reported that is not shared with them. */
export async function isShownToStaff(database: Database, auditId: string): Promise<boolean> {
  return await database.inScope('all', async (db) => {
    const { rows } = await sql`SELECT FROM audit_entry WHERE id = ${auditId}`.execute(db)
    return rows.length > 0
  })
}

export interface Attempt {
  status: number | null
  durationMs: number
}

export async function writeAttempt(db: Db, id: string, { status, durationMs }: Attempt): Promise<void> {
  await sql`
    UPDATE webhook_delivery SET status = ${status}, duration_ms = ${durationMs}, last_attempt_at = now() WHERE id = ${id}
  `.execute(db)
}

export async function withhold(db: Db, id: string, reason: string): Promise<void> {
  await sql`UPDATE webhook_delivery SET state = 'withheld', reason = ${reason} WHERE id = ${id}`.execute(db)
}

/** A receiver that does not answer in time takes no places of others for a while. */
export async function rest(db: Db, webhookId: string): Promise<void> {
  await sql`UPDATE webhook_state SET rests_until = now() + interval '30 seconds' WHERE webhook_id = ${webhookId}`.execute(
    db,
  )
}

const MONTH = sql`interval '30 days'`

/** Deliveries are known for 30 days. */
export async function forgetOldDeliveries(db: Db): Promise<void> {
  await sql`DELETE FROM webhook_delivery WHERE state <> 'waiting' AND created_at < now() - ${MONTH}`.execute(db)
}
