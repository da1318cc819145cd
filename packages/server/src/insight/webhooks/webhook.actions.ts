import { randomBytes } from 'node:crypto'
import { webhooks as declared, type secretOverlaps } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { rowOf } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Values } from '../../engine/resource/rows.ts'
import type { Transaction } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { SECRET_PREFIX } from '../../platform/post-webhook.ts'
import { originOf } from '../../platform/sealed-address.ts'
import { unknownResources } from './change.ts'

/** Each change of a record looks at every webhook. */
const MOST_WEBHOOKS = 200

const overlapHours: Record<(typeof secretOverlaps)[number], number> = { '0': 0, '1h': 1, '24h': 24, '7d': 168 }

type Handlers = HandlersOf<'rotateWebhookSecret'> & ResourceHandlers<typeof declared, 'create' | 'update'>

/** Whoever saves a webhook owns it from then on: nobody sends what others may see to an address of their own. */
export function webhookHandlers(store: ResourceStore, encryption: Encryption): Handlers {
  const newSecret = () => {
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
    return { secret, sealed: encryption.encrypt(secret) }
  }
  return {
    'webhook.create': async ({ principal, body }) => {
      assertThat(principal.customerId === null, 'permission_missing', t('webhooks.areMadeByStaff'))
      assertKnown(body)
      const url = addressIn(body)
      return await store.write(principal, async (db) => {
        await assertRoom(db)
        const { secret, sealed } = newSecret()
        const values = { ...body, url: originOf(url), ownerId: principal.userId }
        const { id } = await store.createIn(db, principal, values)
        await sql`
          INSERT INTO webhook_state (webhook_id, secret, sealed_url) VALUES (${id}, ${sealed}, ${encryption.encrypt(url)})
        `.execute(db)
        return rowOf(declared, { ...(await store.rows.find(db, id, {})), secret })
      })
    },

    'webhook.update': async ({ principal, params, body }) => {
      assertKnown(body)
      return await store.write(principal, async (db) => {
        const { url } = body
        const address = url === undefined ? {} : { url: originOf(url) }
        await store.updateIn(db, principal, params.id, { ...body, ...address, ownerId: principal.userId })
        if (url !== undefined) {
          await sql`
            UPDATE webhook_state SET sealed_url = ${encryption.encrypt(url)} WHERE webhook_id = ${params.id}
          `.execute(db)
        }
        if (body.enabled) {
          await sql`
            UPDATE webhook_state SET failing_since = NULL, switched_off_at = NULL, rests_until = NULL WHERE webhook_id = ${params.id}
          `.execute(db)
        }
        return rowOf(declared, await store.rows.find(db, params.id, {}))
      })
    },

    rotateWebhookSecret: ({ principal, params, body: { overlap } }) =>
      store.write(principal, async (db) => {
        const before = await store.rows.lock(db, params.id, {})
        const { secret, sealed } = newSecret()
        // Only the newest of the old ones goes on signing.
        const row = await store.rows.change(db, principal, 'rotate', before, [])
        await sql`SELECT rotate_webhook_secret(${params.id}, ${sealed}, ${overlapHours[overlap]})`.execute(db)
        return rowOf(declared, { ...row, secret })
      }),
  }
}

/** @throws ProblemError `not_usable` where there are as many webhooks as there may be */
async function assertRoom(db: Transaction): Promise<void> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM webhook`.execute(db)
  const [found] = rows
  assertThat(found && found.count < MOST_WEBHOOKS, 'not_usable', t('webhooks.tooMany', { count: MOST_WEBHOOKS }))
}

/** @throws ProblemError `invalid_request` where there is none */
function addressIn({ url }: { url?: string | undefined }): string {
  if (url !== undefined) return url
  const message = inLanguage('must be an address that starts with http:// or https://')
  throw new ProblemError('invalid_request', `body.url ${message}`, [
    { path: 'body.url', code: 'invalid_type', message },
  ])
}

/** @throws ProblemError `invalid_request` where a resource is unknown */
function assertKnown({ resources = [] }: Values): void {
  const unknown = unknownResources(resources as string[])
  if (unknown.length === 0) return
  const message = t('webhooks.isNoResource', { names: unknown.join(', ') })
  throw new ProblemError('invalid_request', `body.resources ${message}`, [
    { path: 'body.resources', code: 'invalid', message },
  ])
}
