import type { CallResult, webhookDeliveries } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { WebhookJob } from './webhook-job.ts'

type Shown = CallResult<typeof webhookDeliveries>['items'][number]
type Row = Omit<Shown, 'createdAt' | 'lastAttemptAt'> & { createdAt: Date; lastAttemptAt: Date | null }

export interface DeliveryParts {
  database: Database
  store: ResourceStore
  jobs: Jobs
  job: WebhookJob
}

/** The deliveries of a webhook: what became of them, and sending again. */
export function deliveryHandlers({
  database,
  store,
  jobs,
  job,
}: DeliveryParts): HandlersOf<'webhookDeliveries' | 'resendDelivery' | 'testWebhook'> {
  /** @throws ProblemError `not_found`, `not_usable` where it is switched off */
  const assertSends = async (principal: Principal, id: string) => {
    const { enabled } = await store.get(principal, id)
    assertThat(enabled === true, 'not_usable', t('webhooks.isSwitchedOff'))
  }
  const queue = async (db: Transaction, deliveryId: string, turn: string) => {
    await jobs.enqueue(db, job, { deliveryId }, turn)
  }

  return {
    webhookDeliveries: ({ principal, params, query, reply }) => {
      reply.header('cache-control', 'no-store')
      const { page, pageSize, state } = query
      return store.read(principal, async (db) => {
        await store.rows.find(db, params.id, {})
        // Without the changes that the reader may not see: they would look like tests.
        const where = sql`d.webhook_id = ${params.id} AND (${state ?? null}::text IS NULL OR d.state = ${state ?? null})
          AND (d.audit_id IS NULL OR e.id IS NOT NULL)`
        const select = sql`
          d.id, d.state, e.resource, e.row_id AS "recordId", e.action, d.attempts, d.status, d.reason,
            d.created_at AS "createdAt", d.last_attempt_at AS "lastAttemptAt", d.duration_ms AS "durationMs"`
        const from = sql`webhook_delivery d LEFT JOIN audit_entry e ON e.id = d.audit_id`
        const { rows, next } = await readPage<Row>(db, { select, from, where, keys: [descending(sql`d.id`)] }, query)
        const counted = await sql<{
          total: number
        }>`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`.execute(db)
        const items = rows.map(({ createdAt, lastAttemptAt, ...row }) => {
          return { ...row, createdAt: createdAt.toISOString(), lastAttemptAt: lastAttemptAt?.toISOString() ?? null }
        })
        return { items, total: counted.rows[0]?.total ?? 0, page, pageSize, next }
      })
    },

    resendDelivery: async ({ principal, params: { id, deliveryId } }) => {
      await assertSends(principal, id)
      await database.system.transaction().execute(async (db) => {
        const { rows } = await sql<{ state: string; turn: string }>`
          SELECT d.state, d.webhook_id || '/' || coalesce(e.resource || '/' || e.row_id, 'test') AS turn
          FROM webhook_delivery d LEFT JOIN audit_entry e ON e.id = d.audit_id
          WHERE d.id = ${deliveryId} AND d.webhook_id = ${id} FOR UPDATE OF d
        `.execute(db)
        const [found] = rows
        assertThat(found, 'not_found', t('webhooks.noSuchDelivery'))
        const mayGo = found.state === 'delivered' || found.state === 'failed'
        assertThat(mayGo, 'not_usable', t('webhooks.isNotResent'))
        await sql`
          DELETE FROM job WHERE kind = ${job.kind} AND state = 'dead' AND payload ->> 'deliveryId' = ${deliveryId}
        `.execute(db)
        await sql`UPDATE webhook_delivery SET state = 'waiting', reason = NULL WHERE id = ${deliveryId}`.execute(db)
        await queue(db, deliveryId, found.turn)
      })
      jobs.wake()
    },

    testWebhook: async ({ principal, params: { id } }) => {
      await assertSends(principal, id)
      const deliveryId = await database.system.transaction().execute(async (db) => {
        const { rows } = await sql<{ id: string }>`
          INSERT INTO webhook_delivery (webhook_id) VALUES (${id}) RETURNING id
        `.execute(db)
        const [made] = rows
        assertThat(made, 'internal')
        await queue(db, made.id, `${id}/test`)
        return made.id
      })
      jobs.wake()
      return { deliveryId }
    },
  }
}
