import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { SeenRefusal } from '../refusal-log.ts'
import type { Seen } from '../security-events.ts'

/** A key that was refused because it does not work. */
export interface UnusableKey {
  /** SHA-256 as hex. */
  hash: string
  seen: Seen
}

interface Row {
  hash: string
  id: string
  owner_id: string
  why: string
}

/** Finds out which of the keys there have been, and why they do not work. Of one that never was nothing is stored. */
export async function findUnusable(db: Db, refused: readonly UnusableKey[]): Promise<SeenRefusal[]> {
  const hashes = [...new Set(refused.map(({ hash }) => hash))]
  const { rows } = await sql<Row>`
    SELECT encode(s.hash, 'hex') AS hash, k.id, k.owner_id,
      CASE WHEN k.revoked_at IS NOT NULL THEN 'key_revoked' WHEN k.expires_at <= now() OR k.grace_until <= now() THEN 'key_expired'
        ELSE 'key_of_blocked_account' END AS why
    FROM api_key_secret s JOIN api_key k ON k.id = s.api_key_id
    WHERE s.hash IN (SELECT decode(hash, 'hex') FROM unnest(${hashes}::text[]) AS hash)
  `.execute(db)
  const known = new Map(rows.map((row) => [row.hash, row]))
  return refused.map(({ hash, seen }) => {
    const row = known.get(hash)
    const code = row?.why ?? 'key_unknown'
    return { event: { userId: row?.owner_id, apiKeyId: row?.id, action: 'api-key-refused', code }, seen }
  })
}
