import type { Database } from '../platform/database.ts'
import { decodeRecord, machineIDOfTopic } from './decode.ts'
import type { Device } from './device-keys.ts'
import type { Ingest } from './ingest.ts'
import type { LiveMachine } from './live-machine.ts'
import type { LiveStore } from './live-store.ts'
import { introduceMachine } from './machines.ts'

/** A publish that ends the connection: a topic the device has no business with, or an ingest that takes no more. */
export class PublishRefused extends Error {}

/** Where messages of devices arrive: checks whose they are, decodes them and hands them to the ingest. */
export class Reception {
  readonly #database: Database
  readonly #live: LiveStore
  readonly #ingest: Pick<Ingest, 'offer'>
  /** Time of the newest record without a time of its own, by machine: two in one millisecond are still two. */
  readonly #lastArrival = new Map<number, number>()

  constructor(database: Database, live: LiveStore, ingest: Pick<Ingest, 'offer'>) {
    this.#database = database
    this.#live = live
    this.#ingest = ingest
  }

  /**
   * Resolves when the message is committed, be it as a record or as refused with its reason.
   * @returns the machine it was for
   * @throws PublishRefused where nothing was stored and nothing may be acknowledged
   */
  async receive(device: Device, topic: string, payload: Buffer): Promise<LiveMachine> {
    const machineID = machineIDOfTopic(topic)
    if (machineID === undefined) throw new PublishRefused(`Not a topic of records: ${topic.slice(0, 200)}`)
    const machine = this.#live.byID(machineID) ?? (await this.#introduce(device, machineID))
    if (!mayPublish(device, machine)) throw new PublishRefused(`${device.userName} may not publish for ${machineID}.`)
    const arrival = this.#arrivalOf(machine.entry.key)
    const decoded = decodeRecord(machine.entry, payload, arrival)
    await new Promise<void>((done, fail) => {
      const taken =
        'record' in decoded
          ? this.#ingest.offer({ record: decoded.record, done })
          : this.#ingest.offer({
              refused: { receivedAt: arrival, device: device.userName, topic, payload, ...decoded.refusal },
              done,
            })
      if (!taken) fail(new PublishRefused('The ingest takes no more at the moment. Send it again later.'))
    })
    return machine
  }

  async #introduce(device: Device, machineID: string): Promise<LiveMachine> {
    // Only a device of the company may bring machines that nobody has registered: others could fill the list.
    if (device.scope !== 'company') throw new PublishRefused(`${machineID} is not registered.`)
    return this.#live.register(await introduceMachine(this.#database.pool, machineID))
  }

  #arrivalOf(machineKey: number): number {
    const arrival = Math.max(Date.now(), (this.#lastArrival.get(machineKey) ?? 0) + 1)
    this.#lastArrival.set(machineKey, arrival)
    return arrival
  }
}

function mayPublish(device: Device, machine: LiveMachine): boolean {
  return device.scope === 'company' || device.customerId === machine.entry.customerId
}
