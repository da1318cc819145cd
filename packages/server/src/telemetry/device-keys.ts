import { createHash } from 'node:crypto'
import type { Database } from '../platform/database.ts'

/** A device that has signed in, and the machines it may publish for. */
export interface Device {
  /** The name under which it is told to people. */
  userName: string
  scope: 'company' | 'customer' | 'machines'
  /** Null where it may publish for every customer's machines. */
  customerId: string | null
  /** The machineIDs it is held to, in the scope `machines`. */
  machines: ReadonlySet<string>
  /** The API key it has signed in with; undefined for a device with a name and a key of its own. */
  apiKeyId: string | undefined
  /** From where it has signed in. */
  address?: string
}

/** An API key as far as devices are concerned. */
export interface DeviceApiKey {
  id: string
  name: string
  customerId: string | null
  ipAllow: string[]
  machinesOnly: boolean
  machines: string[]
  permissions: string[]
}

/** Where keys are looked up. */
export interface DeviceApiKeys {
  isApiKey: (text: string) => boolean
  /** Finds a key that works and may be used from the address, and notes its use. */
  use: (key: string, address: string) => Promise<DeviceApiKey | undefined>
  isAllowed: (key: DeviceApiKey, address: string) => boolean
  stillUsable: (ids: readonly string[]) => Promise<ReadonlyMap<string, DeviceApiKey>>
}

type VerifyKey = (key: string, hash: string | undefined) => Promise<boolean>

/** How long a key that was right is believed without asking again: a thousand machines reconnect at once. */
const REMEMBER_MS = 60_000

/** Checks the credentials of devices: an API key as password, or the name and key of a device. */
export class DeviceKeys {
  readonly #database: Database
  readonly #verify: VerifyKey
  readonly #apiKeys: DeviceApiKeys
  readonly #known = new Map<string, { until: number; device: Promise<Device | undefined> }>()

  constructor(database: Database, verify: VerifyKey, apiKeys: DeviceApiKeys) {
    this.#database = database
    this.#verify = verify
    this.#apiKeys = apiKeys
  }

  /** @returns the device, or undefined where its credentials are not right */
  async check(userName: string, key: string, address: string): Promise<Device | undefined> {
    const isApiKey = this.#apiKeys.isApiKey(key)
    const id = createHash('sha256')
      .update(`${isApiKey ? address : userName}\u0000${key}`)
      .digest('base64')
    const known = this.#known.get(id)
    // An API key costs one cheap question, so that it is always asked for; the hash of a device's own key is dear.
    if (!isApiKey && known !== undefined && known.until > Date.now()) return await known.device
    const device = isApiKey ? this.#useApiKey(key, address) : this.#lookUp(userName, key)
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

  /**
   * Looks again at devices that are connected.
   * @returns what each may do now, in the order of the question; undefined for those that may not stay
   */
  async recheck(devices: readonly Device[]): Promise<(Device | undefined)[]> {
    const ids = [...new Set(devices.flatMap(({ apiKeyId }) => apiKeyId ?? []))]
    const names = [...new Set(devices.flatMap(({ apiKeyId, userName }) => (apiKeyId === undefined ? userName : [])))]
    const keys = ids.length === 0 ? new Map<string, DeviceApiKey>() : await this.#apiKeys.stillUsable(ids)
    const enabled = names.length === 0 ? new Set<string>() : await this.#enabled(names)
    return devices.map((device) => {
      if (device.apiKeyId === undefined) return enabled.has(device.userName) ? device : undefined
      const key = keys.get(device.apiKeyId)
      const address = device.address ?? ''
      return key && this.#apiKeys.isAllowed(key, address) ? toDevice(key, address) : undefined
    })
  }

  async #useApiKey(key: string, address: string): Promise<Device | undefined> {
    const found = await this.#apiKeys.use(key, address)
    return found && toDevice(found, address)
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
    const { scope, customer_id: customerId } = row
    return { userName: row.user_name, scope, customerId, machines: new Set(), apiKeyId: undefined }
  }

  async #enabled(names: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.system
      .selectFrom('device')
      .select('user_name')
      .where('user_name', 'in', names)
      .where('disabled_at', 'is', null)
      .execute()
    return new Set(rows.map(({ user_name }) => user_name))
  }
}

/** A key of a device has the permission to publish; one that is bound to machines or a customer publishes for those alone. */
function toDevice(key: DeviceApiKey, address: string): Device | undefined {
  const { id, name, customerId, machinesOnly, machines, permissions } = key
  if (!permissions.includes('telemetry.publish')) return undefined
  const scope = machinesOnly ? 'machines' : customerId === null ? 'company' : 'customer'
  return { userName: name, scope, customerId, machines: new Set(machines), apiKeyId: id, address }
}
