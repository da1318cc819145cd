import { apiKeys as declared, type rotationOverlaps } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type ResourceRow, rowOf } from '../../engine/resource/columns.ts'
import { changeRelatedIn } from '../../engine/resource/relations.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Values } from '../../engine/resource/rows.ts'
import type { Transaction } from '../../platform/database.ts'
import { hashToken } from '../tokens.ts'
import { newApiKey, prefixOf } from './key-text.ts'

const overlapHours: Record<(typeof rotationOverlaps)[number], number> = { '0': 0, '1h': 1, '24h': 24, '7d': 168 }

/** What a new key has of the one it replaces. */
const INHERITED = ['name', 'customerId', 'machinesOnly', 'ipAllow', 'ratePerMinute', 'expiresAt'] as const

type Created = ResourceHandlers<typeof declared, 'create'>

/** @param keys the store of the keys, in the row scope of the caller */
export function apiKeyHandlers(keys: ResourceStore): HandlersOf<'rotateApiKey' | 'revokeApiKey'> & Created {
  return {
    'apiKey.create': async ({ principal, body }) => {
      assertThat(principal.customerId === null, 'permission_missing', t('access.apiKeysAreMadeByStaff'))
      return await keys.write(principal, async (db) => rowOf(declared, await createApiKey(db, keys, principal, body)))
    },

    rotateApiKey: ({ principal, params, body }) =>
      keys.write(principal, async (db) => {
        const old = await keys.rows.lock(db, params.id, {})
        assertThat(isUsable(old), 'not_usable', t('access.onlyUsableKeysRotate'))
        const values = Object.fromEntries(INHERITED.map((name) => [name, old[name]]))
        const made = await make(db, keys, principal, { ...values, rotatedFromId: old.id })
        for (const table of ['api_key_scope_of', 'api_key_machine']) await inherit(db, table, old.id, made.id)
        // Machines that show a certificate have no text to replace: their certificates go to the successor.
        await sql`UPDATE device_certificate SET api_key_id = ${made.id} WHERE api_key_id = ${old.id}`.execute(db)
        const until = sql`least(now() + make_interval(hours => ${overlapHours[body.overlap]}), expires_at)`
        await keys.rows.change(db, principal, 'rotate', old, [
          [sql.ref('grace_until'), until],
          [sql.ref('expires_at'), until],
        ])
        const after = await keys.rows.find(db, made.id, {})
        await writeAudit(db, principal, keys.resource, 'attach', [{ before: made, after }])
        return rowOf(declared, { ...after, key: made.key })
      }),

    revokeApiKey: ({ principal, params }) =>
      keys.write(principal, async (db) => {
        const row = await keys.rows.lock(db, params.id, {})
        if (row.revokedAt !== null) return rowOf(declared, row)
        const revoked = await keys.rows.change(db, principal, 'revoke', row, [[sql.ref('revoked_at'), sql`now()`]])
        return rowOf(declared, revoked)
      }),
  }
}

interface KeyDraft extends Values {
  /** By their names. */
  scopes?: readonly string[] | null | undefined
}

/**
 * Creates a key for the caller, within a transaction that may do more than this.
 * @returns its row with the key itself, which is not stored anywhere
 */
export async function createApiKey(
  db: Transaction,
  keys: ResourceStore,
  principal: Principal,
  { scopes, ...values }: KeyDraft,
): Promise<ResourceRow> {
  const { key, ...made } = await make(db, keys, principal, values)
  if (!scopes?.length) return { ...made, key }
  const ids = await scopeIds(db, scopes)
  await changeRelatedIn(db, keys, principal, { id: made.id, parent: {}, name: 'scopes' }, 'attach', ids)
  return { ...(await keys.rows.find(db, made.id, {})), key }
}

/** @throws ProblemError `invalid_request` at every name that is no scope's */
async function scopeIds(db: Transaction, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM api_key_scope WHERE name = ANY(${names}::text[])
  `.execute(db)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const message = t('access.noSuchScope')
  const errors = names.flatMap((name, index) =>
    ids.has(name) ? [] : [{ path: `body.scopes.${index}`, code: 'reference', message }],
  )
  if (errors.length > 0) throw new ProblemError('invalid_request', `scopes ${message}`, errors)
  return [...ids.values()]
}

/** Creates a key for the caller. @returns its row with the key itself, which is not stored anywhere */
async function make(db: Transaction, keys: ResourceStore, principal: Principal, values: Values): Promise<ResourceRow> {
  const key = newApiKey()
  const row = await keys.createIn(db, principal, { ...values, ownerId: principal.userId, prefix: prefixOf(key) })
  await sql`INSERT INTO api_key_secret (api_key_id, hash) VALUES (${row.id}, ${hashToken(key)})`.execute(db)
  return { ...row, key }
}

async function inherit(db: Transaction, table: string, from: string, to: string): Promise<void> {
  const other = sql.ref(table === 'api_key_machine' ? 'machine_id' : 'scope_id')
  await sql`
    INSERT INTO ${sql.table(table)} (api_key_id, ${other}) SELECT ${to}, ${other} FROM ${sql.table(table)} WHERE api_key_id = ${from}
  `.execute(db)
}

function isUsable({ status, graceUntil }: ResourceRow): boolean {
  // A rotated key has one successor; with two it would be unclear which one is the newest.
  return status === 'active' && graceUntil === null
}
