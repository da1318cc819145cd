import { recordTopic } from '@packhouse/contract'
import { connect, type MqttClient } from 'mqtt'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { MachineStory, payloadOf } from './machine-story.ts'
import type { Address } from './publisher.ts'

const MACHINES_EACH = 8
/** Records that a sender has under way. */
const WINDOW = 40
/** One in so many records is held back and sent late. */
const ONE_LATE_IN = 20
/** Records that are held back at once. */
const LATE_AT_MOST = 5

/** Publishes for some machines over one connection, and repeats after a broken one whatever was not acknowledged. */
export class MqttSender {
  readonly #number: number
  readonly #stories: MachineStory[]
  readonly #random: () => number
  readonly #signIn: { username: string; password: string }
  readonly #ledger: Ledger
  readonly #open = new Set<LedgerEntry>()
  #late: LedgerEntry[] = []
  #client: MqttClient | undefined
  #pace = WINDOW

  constructor(number: number, random: () => number, signIn: { username: string; password: string }, ledger: Ledger) {
    this.#number = number
    this.#random = random
    this.#signIn = signIn
    this.#ledger = ledger
    this.#stories = Array.from({ length: MACHINES_EACH }, (_, i) => new MachineStory(`CRASH-${number}-${i}`, random))
  }

  /** Whether everything has been acknowledged. */
  get idle(): boolean {
    return this.#open.size === 0 && this.#late.length === 0
  }

  connect({ mqttPort, mqttPorts = [mqttPort], pace = WINDOW }: Pick<Address, 'mqttPort' | 'mqttPorts' | 'pace'>): void {
    this.#client?.end(true)
    this.#pace = pace
    const port = mqttPorts[this.#number % mqttPorts.length]
    const client = connect(`mqtt://127.0.0.1:${port}`, { ...this.#signIn, reconnectPeriod: 0 })
    this.#client = client
    client.on('error', () => undefined)
    client.on('connect', () => {
      for (const entry of this.#open) this.#publish(client, entry)
    })
  }

  /** Fills the window. */
  pump(draining: boolean): void {
    const client = this.#client
    if (client?.connected !== true) return
    for (let begun = 0; begun < this.#pace && this.#open.size < WINDOW; begun += 1) {
      const entry = draining || this.#late.length > LATE_AT_MOST ? this.#late.shift() : this.#next()
      if (entry === undefined) return
      if (!draining && this.#random() < 1 / ONE_LATE_IN) {
        this.#late.push(entry)
        continue
      }
      this.#open.add(entry)
      this.#publish(client, entry)
    }
  }

  end(): void {
    this.#client?.end(true)
  }

  #next(): LedgerEntry | undefined {
    return this.#stories[Math.floor(this.#random() * MACHINES_EACH)]?.next()
  }

  #publish(client: MqttClient, entry: LedgerEntry): void {
    client.publish(recordTopic(entry.machineID), JSON.stringify(payloadOf(entry)), { qos: 1 }, (error) => {
      // A second acknowledgement of a record that was repeated is nothing new.
      if (error === undefined || error === null) if (this.#open.delete(entry)) this.#ledger.note(entry)
    })
  }
}
