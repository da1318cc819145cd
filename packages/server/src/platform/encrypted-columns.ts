import type pg from 'pg'
import { Encryption } from './encryption.ts'
import type { InstallationKeys } from './installation-keys.ts'

/** Everything in the database that is encrypted with a key of the installation, and for which use. */
export const encryptedColumns = [
  { table: 'user_second_factor', column: 'secret', use: 'second factors' },
  { table: 'identity_provider_secret', column: 'sealed', use: 'identity providers' },
  { table: 'mail', column: 'sealed_link', use: 'links' },
  { table: 'alarm_rule_secret', column: 'sealed', use: 'webhooks' },
  { table: 'alarm_rule_address', column: 'sealed', use: 'webhooks' },
  { table: 'alarm_delivery', column: 'sealed_secret', use: 'webhooks' },
  { table: 'alarm_delivery', column: 'sealed_url', use: 'webhooks' },
  { table: 'push_key', column: 'private_key', use: 'web push' },
  { table: 'push_device', column: 'subscription', use: 'web push' },
  { table: 'webhook_state', column: 'secret', use: 'webhooks' },
  { table: 'webhook_state', column: 'previous_secret', use: 'webhooks' },
  { table: 'webhook_state', column: 'sealed_url', use: 'webhooks' },
  { table: 'idempotent_request', column: 'fingerprint', use: 'idempotency keys' },
  { table: 'idempotent_request', column: 'answer', use: 'idempotency keys' },
  { table: 'setting', column: 'encrypted', use: 'settings' },
  { table: 'mqtt_subscriber', column: 'password', use: 'mqtt subscribers', asText: true },
  { table: 'mqtt_subscriber', column: 'client_key', use: 'mqtt subscribers', asText: true },
  { table: 'opcua_connection', column: 'password', use: 'opcua connections', asText: true },
] as const satisfies readonly EncryptedColumn[]

interface EncryptedColumn {
  table: string
  column: string
  use: string
  /** Whether it is stored as base64. */
  asText?: true
}

/** Rows of one statement. */
const BATCH = 500

/** What became of what is encrypted. */
export interface Reencrypted {
  renewed: number
  /** What no known key opens: it stays as it is. */
  unreadable: number
}

/**
 * Encrypts everything with the current key that is not yet. The caller's transaction makes it all or nothing. Triggers are off meanwhile: for
 * people nothing changes.
 */
export async function reencryptAll(client: pg.ClientBase, keys: InstallationKeys): Promise<Reencrypted> {
  const total: Reencrypted = { renewed: 0, unreadable: 0 }
  for (const place of encryptedColumns) {
    const { renewed, unreadable } = await reencrypt(client, place, new Encryption(keys, place.use))
    total.renewed += renewed
    total.unreadable += unreadable
  }
  return total
}

async function reencrypt(
  client: pg.ClientBase,
  { table, column, asText }: EncryptedColumn,
  encryption: Encryption,
): Promise<Reencrypted> {
  const total: Reencrypted = { renewed: 0, unreadable: 0 }
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  // By place in the table: what is changed moves to a place behind, and is read once more as current.
  const value = asText ? `decode(${column}, 'base64')` : column
  const next = asText ? `translate(encode(given.value, 'base64'), E'\\n', '')` : 'given.value'
  await client.query(
    `DECLARE encrypted NO SCROLL CURSOR FOR SELECT ctid::text AS place, ${value} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
  )
  for (;;) {
    const { rows } = await client.query<{ place: string; value: Buffer }>(`FETCH ${BATCH} FROM encrypted`)
    if (rows.length === 0) break
    const places: string[] = []
    const values: Buffer[] = []
    for (const { place, value: encrypted } of rows) {
      if (encryption.isCurrent(encrypted)) continue
      const text = encryption.decrypt(encrypted)
      if (text === undefined) total.unreadable += 1
      else {
        places.push(place)
        values.push(encryption.encrypt(text))
      }
    }
    await client.query(
      `UPDATE ${table} SET ${column} = ${next} FROM unnest($1::tid[], $2::bytea[]) AS given (place, value) WHERE ${table}.ctid = given.place`,
      [places, values],
    )
    total.renewed += places.length
  }
  await client.query('CLOSE encrypted')
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  return total
}
