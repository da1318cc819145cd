import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'

/** What is stored of an address beside the encrypted whole: protocol and host, which hold no password and no token. */
export function originOf(address: string): string {
  return new URL(address).origin
}

/** Encrypts the addresses that versions before this one have stored as they were typed. */
export async function encryptAddresses(db: Db, encryption: Encryption): Promise<void> {
  const { rows } = await sql<{ id: string; url: string }>`
    SELECT w.id, w.url FROM webhook w JOIN webhook_state s ON s.webhook_id = w.id WHERE s.sealed_url IS NULL
  `.execute(db)
  for (const { id, url } of rows) {
    // Only if nobody has saved another one meanwhile.
    await sql`
      WITH stored AS (
        UPDATE webhook SET url = ${originOf(url)} WHERE id = ${id} AND url = ${url} RETURNING id)
      UPDATE webhook_state s SET sealed_url = ${encryption.encrypt(url)} FROM stored
      WHERE s.webhook_id = stored.id AND s.sealed_url IS NULL
    `.execute(db)
  }
}
