import { recordTopic, sampleDeviceName } from '@packhouse/contract'
import { connect, type MqttClient } from 'mqtt'
import { randomNumbers } from '../seed.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'

/** What the publisher is told: where the server is now, or to publish no more and tell when all is acknowledged. */
export type Order = { mqttPort: number } | { drain: true }

const SENDERS = 3
const MACHINES_EACH = 8
/** Records that a sender has under way. */
const WINDOW = 40
const PUMP_MS = 20
const BACK_MS = 20 * 3_600_000
/** One in so many records is kept back and sent late. */
const ONE_LATE_IN = 20

const [, , ledgerPath = '', password = '', seed = ''] = process.argv
const ledger = new Ledger(ledgerPath)
const random = randomNumbers(Number(seed))
let draining = false

interface Machine {
  machineID: string
  at: number
  cycles: number
}

/** Publishes for some machines over one connection, and repeats after a broken one whatever was not acknowledged. */
class Sender {
  readonly #machines: Machine[]
  readonly #open = new Set<LedgerEntry>()
  #late: LedgerEntry[] = []
  #client: MqttClient | undefined

  constructor(number: number) {
    this.#machines = Array.from({ length: MACHINES_EACH }, (_, i) => {
      return { machineID: `CRASH-${number}-${i}`, at: Date.now() - BACK_MS, cycles: Math.floor(random() * 1000) }
    })
  }

  get idle(): boolean {
    return this.#open.size === 0 && this.#late.length === 0
  }

  connect(port: number): void {
    this.#client?.end(true)
    const options = { username: sampleDeviceName, password, reconnectPeriod: 0 }
    const client = connect(`mqtt://127.0.0.1:${port}`, options)
    this.#client = client
    client.on('error', () => undefined)
    client.on('connect', () => {
      for (const entry of this.#open) this.#publish(client, entry)
    })
  }

  /** Fills the window. */
  pump(): void {
    const client = this.#client
    if (client?.connected !== true) return
    while (this.#open.size < WINDOW) {
      const entry = draining || this.#late.length > 5 ? this.#late.shift() : this.#next()
      if (entry === undefined) return
      if (!draining && random() < 1 / ONE_LATE_IN) {
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
    const machine = this.#machines[Math.floor(random() * MACHINES_EACH)]
    if (machine === undefined) return undefined
    machine.at += 1 + Math.floor(random() * 700)
    // Now and then a counter is reset.
    machine.cycles = random() < 0.002 ? 0 : machine.cycles + Math.floor(random() * 3)
    return { machineID: machine.machineID, lastSeen: machine.at, totalCycles: machine.cycles }
  }

  #publish(client: MqttClient, entry: LedgerEntry): void {
    const payload = { lastSeen: new Date(entry.lastSeen).toISOString(), totalCycles: entry.totalCycles }
    client.publish(recordTopic(entry.machineID), JSON.stringify(payload), { qos: 1 }, (error) => {
      // A second acknowledgement of a record that was repeated is nothing new.
      if (error === undefined || error === null) if (this.#open.delete(entry)) ledger.note(entry)
    })
  }
}

const senders = Array.from({ length: SENDERS }, (_, number) => new Sender(number))
const pump = setInterval(() => {
  for (const sender of senders) sender.pump()
  if (!draining || !senders.every((sender) => sender.idle)) return
  clearInterval(pump)
  for (const sender of senders) sender.end()
  ledger.close()
  process.send?.({ drained: true })
  process.disconnect()
}, PUMP_MS)

process.on('message', (order: Order) => {
  if ('drain' in order) draining = true
  else for (const sender of senders) sender.connect(order.mqttPort)
})
process.on('disconnect', () => process.exit(0))
