import { createHash } from 'node:crypto'
import type { Database } from '../platform/database.ts'

/** A device that has signed in, and the machines it may publish for. */
export interface Device {
  userName: string
  scope: 'company' | 'customer'
  customerId: string | null
}

type VerifyKey = (key: string, hash: string | undefined) => Promise<boolean>

/** How long a key that was right is believed without asking again: a thousand machines reconnect at once. */
const REMEMBER_MS = 60_000

/** Checks user name and key of devices. */
export class DeviceKeys {
  readonly #database: Database
  readonly #verify: VerifyKey
  readonly #known = new Map<string, { until: number; device: Promise<Device | undefined> }>()

  constructor(database: Database, verify: VerifyKey) {
    this.#database = database
    this.#verify = verify
  }

  /** @returns the device, or undefined where name and key do not belong together */
  async check(userName: string, key: string): Promise<Device | undefined> {
    const id = createHash('sha256').update(`${userName}\u0000${key}`).digest('base64')
    const known = this.#known.get(id)
    if (known !== undefined && known.until > Date.now()) return await known.device
    const device = this.#lookUp(userName, key)
    this.#known.set(id, { until: Date.now() + REMEMBER_MS, device })
    try {
      const found = await device
      // Only right keys are remembered: guesses must not fill the memory.
      if (found === undefined) this.#known.delete(id)
      return found
    } catch (error) {
      // With the database away, a device that was right before may stay: its records wait for the database anyway.
      if (known !== undefined) this.#known.set(id, { until: Date.now() + REMEMBER_MS, device: known.device })
      else this.#known.delete(id)
      if (known !== undefined) return await known.device
      throw error
    }
  }

  async #lookUp(userName: string, key: string): Promise<Device | undefined> {
    const row = await this.#database.system
      .selectFrom('device')
      .select(['user_name', 'key_hash', 'scope', 'customer_id'])
      .where('user_name', '=', userName)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    const right = await this.#verify(key, row?.key_hash)
    if (row === undefined || !right) return undefined
    return { userName: row.user_name, scope: row.scope, customerId: row.customer_id }
  }
}
