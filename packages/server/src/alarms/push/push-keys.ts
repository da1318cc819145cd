import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { newVapidKeys, type VapidKeys } from './vapid.ts'

/** The key pair of the installation: made once, by whichever server starts first. */
export class PushKeys {
  readonly #db: Db
  readonly #encryption: Encryption
  #keys: VapidKeys | undefined

  constructor(db: Db, encryption: Encryption) {
    this.#db = db
    this.#encryption = encryption
  }

  /** A pair that cannot be decrypted any more is replaced: browsers have to subscribe again then. */
  async start(): Promise<void> {
    await this.#store()
    if ((await this.#read()) !== undefined) return
    await this.#db.transaction().execute(async (db) => {
      await sql`DELETE FROM push_key`.execute(db)
      // They have subscribed to the key that is lost, and push services take no other.
      await sql`DELETE FROM push_device`.execute(db)
    })
    await this.#store()
  }

  async get(): Promise<VapidKeys> {
    this.#keys ??= await this.#read()
    if (this.#keys === undefined) throw new Error('There are no keys for push services.')
    return this.#keys
  }

  async #store(): Promise<void> {
    const { publicKey, privateKey } = newVapidKeys()
    await sql`
      INSERT INTO push_key (public_key, private_key) VALUES (${publicKey}, ${this.#encryption.encrypt(privateKey)})
      ON CONFLICT DO NOTHING
    `.execute(this.#db)
  }

  async #read(): Promise<VapidKeys | undefined> {
    const { rows } = await sql<{ public_key: string; private_key: Buffer }>`
      SELECT public_key, private_key FROM push_key
    `.execute(this.#db)
    const [row] = rows
    const privateKey = row && this.#encryption.decrypt(row.private_key)
    return row && privateKey !== undefined ? { publicKey: row.public_key, privateKey } : undefined
  }
}
