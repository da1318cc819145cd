import type { Database } from '../platform/database.ts'
import { decodeRecord, machineIDOfTopic, type Refusal } from './decode.ts'
import type { Device } from './device-keys.ts'
import type { Ingest } from './ingest.ts'
import type { LiveMachine } from './live-machine.ts'
import type { LiveStore } from './live-store.ts'
import { introduceMachine } from './machines.ts'

/** A publish that ends the connection: a topic the device has no business with, or an ingest that takes no more. */
export class PublishRefused extends Error {
  /** Whether the same publish may be taken later. */
  readonly passing: boolean

  constructor(message: string, passing = false) {
    super(message)
    this.passing = passing
  }
}

type Settle = (error: Error | null, machine?: LiveMachine, refusal?: Refusal) => void

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
   * Takes a message in and calls `settle` once, with the machine it was for when the message is committed, be it as a
   * record or as refused with its reason; or with the error where nothing was stored and nothing may be acknowledged.
   * A callback, since a promise per message would cost as much as decoding it.
   */
  receive(device: Device, topic: string, payload: Buffer, settle: Settle): void {
    const machineID = machineIDOfTopic(topic)
    if (machineID === undefined) {
      settle(new PublishRefused(`Not a topic of records: ${topic.slice(0, 200)}`))
      return
    }
    const machine = this.#live.byID(machineID)
    if (machine !== undefined) this.#take(machine, device, topic, payload, settle)
    else {
      this.#introduce(device, machineID).then(
        (introduced) => this.#take(introduced, device, topic, payload, settle),
        settle,
      )
    }
  }

  #take(machine: LiveMachine, device: Device, topic: string, payload: Buffer, settle: Settle): void {
    if (!mayPublish(device, machine)) {
      settle(new PublishRefused(`${device.userName} may not publish for ${machine.entry.machineID}.`))
      return
    }
    const arrival = this.#arrivalOf(machine.entry.key)
    const decoded = decodeRecord(machine.entry, payload, arrival)
    const taken =
      'record' in decoded
        ? this.#ingest.offer({ record: decoded.record, done: () => settle(null, machine) })
        : this.#ingest.offer({
            refused: { receivedAt: arrival, device: device.userName, topic, payload, ...decoded.refusal },
            done: () => settle(null, machine, decoded.refusal),
          })
    if (!taken) settle(new PublishRefused('The ingest takes no more at the moment. Send it again later.', true))
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

function mayPublish({ scope, customerId, machines }: Device, { entry }: LiveMachine): boolean {
  if (scope === 'company') return true
  if (customerId !== null && customerId !== entry.customerId) return false
  return scope === 'customer' || machines.has(entry.machineID)
}
