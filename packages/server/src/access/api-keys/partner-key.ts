import { apiKeys } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Transaction } from '../../platform/database.ts'
import { hashToken } from '../tokens.ts'
import { newApiKey, prefixOf } from './key-text.ts'

/** What a partner may ask in a minute. */
const RATE_PER_MINUTE = 600

/**
 * Makes a key for a partner of the caller's customer. By itself it can do nothing: what it may read is that of the access that names it.
 * Not through the store of the resource, whose rows only staff may write.
 */
export async function createPartnerKey(
  db: Transaction,
  principal: Principal & { customerId: string },
  { name, expiresAt }: { name: string; expiresAt: string },
): Promise<{ id: string; key: string }> {
  const { userId: ownerId, customerId } = principal
  const key = newApiKey()
  const prefix = prefixOf(key)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO api_key (name, prefix, owner_id, customer_id, machines_only, ip_allow, rate_per_minute, expires_at, created_by, updated_by)
    VALUES (${name}, ${prefix}, ${ownerId}, ${customerId}, true, '{}', ${RATE_PER_MINUTE}, ${expiresAt}, ${ownerId}, ${ownerId})
    RETURNING id
  `.execute(db)
  const id = rows[0]?.id ?? ''
  await sql`INSERT INTO api_key_secret (api_key_id, hash) VALUES (${id}, ${hashToken(key)})`.execute(db)
  const after = { id, rowVersion: 1, name, prefix, ownerId, customerId, machinesOnly: true, expiresAt }
  await writeAudit(db, principal, apiKeys, 'create', [{ before: undefined, after }])
  return { id, key }
}
