import { sql } from 'kysely'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { isFullDisk } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import { networkOf } from '../platform/network.ts'

const DAYS = 180
/** The least recently used beyond so many is forgotten. */
const PER_DEVICE = 20
/** Use is written once in so long. */
const NOTE_MS = 60 * 60_000

/**
 * From which networks each device has signed in with its own key. It is in memory, because it is asked before a guess is
 * limited, and in the database, so that a restart makes no strangers of machines while somebody guesses at their names.
 */
export class DeviceNetworks {
  readonly #database: Database
  readonly #log: Log
  /** When each network was noted last (Unix ms), by network, by the device name; the oldest first. */
  readonly #devices = new Map<string, Map<string, number>>()

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  async start(): Promise<void> {
    await sql`DELETE FROM device_network WHERE last_used_at < now() - make_interval(days => ${DAYS})`.execute(
      this.#database.system,
    )
    const { rows } = await sql<{ user_name: string; network: string }>`
      SELECT user_name, network FROM device_network JOIN device ON device.id = device_id ORDER BY last_used_at
    `.execute(this.#database.system)
    // As if used long ago: the next use is written.
    for (const { user_name, network } of rows) this.#set(user_name, network, 0)
  }

  has(userName: string, address: string): boolean {
    return this.#devices.get(userName)?.has(networkOf(address)) ?? false
  }

  /** Notes a right key. A note that cannot be written is no fault of the device. */
  note(userName: string, address: string): void {
    const network = networkOf(address)
    const now = clock.now()
    if (now - (this.#devices.get(userName)?.get(network) ?? 0) < NOTE_MS) return
    this.#set(userName, network, now)
    this.#write(userName, network).catch((error: Error) => {
      this.#devices.get(userName)?.set(network, 0)
      if (!isFullDisk(error.message)) this.#log.warn({ error: error.message }, 'The network of a device was not noted')
    })
  }

  #set(userName: string, network: string, at: number): void {
    const networks = this.#devices.get(userName) ?? new Map<string, number>()
    this.#devices.set(userName, networks)
    networks.delete(network)
    networks.set(network, at)
    const [oldest] = networks.keys()
    if (networks.size > PER_DEVICE && oldest !== undefined) networks.delete(oldest)
  }

  async #write(userName: string, network: string): Promise<void> {
    await sql`
      INSERT INTO device_network (device_id, network) SELECT id, ${network} FROM device WHERE user_name = ${userName}
      ON CONFLICT (device_id, network) DO UPDATE SET last_used_at = now()
    `.execute(this.#database.system)
    await sql`
      DELETE FROM device_network n USING device d WHERE d.id = n.device_id AND d.user_name = ${userName} AND n.network IN (
        SELECT network FROM device_network WHERE device_id = d.id ORDER BY last_used_at DESC OFFSET ${PER_DEVICE})
    `.execute(this.#database.system)
  }
}
