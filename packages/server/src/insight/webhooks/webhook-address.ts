import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { originOf } from '../../platform/sealed-address.ts'

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
