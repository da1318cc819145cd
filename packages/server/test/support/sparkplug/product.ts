import { CommandRoutes } from '../../../src/connect/commands/command-routes.ts'
import type { Device } from '../../../src/connect/device.ts'
import type { OnSettled } from '../../../src/connect/message.ts'
import { MachineNames } from '../../../src/connect/sparkplug/machine-names.ts'
import { SparkplugHost } from '../../../src/connect/sparkplug/sparkplug-host.ts'
import { decodeBlock, encodeBlock, fieldColumn, readNumberColumn } from '../../../src/history/blocks/block.ts'
import { Series } from '../../../src/history/series.ts'
import type { Decoded, Repeat } from '../../../src/ingest/index.ts'
import { LiveMachine } from '../../../src/live/live-machine.ts'
import { Columns } from '../../../src/monitoring/export/columns.ts'
import { toCsv } from '../../../src/monitoring/export/to-csv.ts'
import { type TelemetryRecord, timesAsOf } from '../../../src/telemetry/index.ts'
import { companyDevice, machineEntry } from '../machine-entry.ts'
import { MemoryStore } from '../memory-store.ts'
import { inOrder, type MachineView } from './historian.ts'
import { bytesOf, topicOf } from './message.ts'
import type { SessionEvent } from './session.ts'

interface Waiting {
  record: TelemetryRecord
  settle: (repeat?: Repeat) => void
}

/** The product from the bytes of messages to what is stored, without a database: hosts of Sparkplug, plan of batches, late records, blocks. */
export class Product {
  readonly #machines = new Map<string, { live: LiveMachine; store: MemoryStore }>()
  readonly #setClock: (now: number) => void
  #hosts: SparkplugHost[] = []
  #pulsing = new Set<{ pulse: (now: number) => void }>()
  #names = new MachineNames()
  #waiting: Waiting[] = []
  #now = 0
  /** Messages that were not settled exactly once when all was stored. */
  unsettled = 0
  readonly refused: string[] = []

  /** @param setClock makes the time of the process another one, Unix ms */
  constructor(machineNodes: readonly string[], setClock: (now: number) => void) {
    this.#setClock = setClock
    for (const name of machineNodes) this.#machine(name)
  }

  async play(events: readonly SessionEvent[]): Promise<void> {
    for (const event of events) {
      this.#now = event.now
      this.#setClock(event.now)
      if (event.kind === 'message') this.#receive(event)
      else if (event.kind === 'round') for (const one of this.#pulsing) one.pulse(event.now)
      else if (event.kind === 'lost') this.#host(event.host).lost()
      else if (event.kind === 'resumed') this.#host(event.host).resumed()
      else if (event.kind === 'store') await this.#store()
      else this.#restart()
    }
  }

  async view(): Promise<Record<string, MachineView>> {
    const views: [string, MachineView][] = []
    for (const [name, { store }] of this.#machines)
      if (store.latest !== undefined) views.push([name, await viewOf(store)])
    return inOrder(Object.fromEntries(views))
  }

  #receive({ host, message }: Extract<SessionEvent, { kind: 'message' }>): void {
    this.unsettled += 1
    this.#host(host).receive(companyDevice, topicOf(message), bytesOf(message), (error) => {
      if (error !== null) throw error
      this.unsettled -= 1
    })
  }

  #host(place: number): SparkplugHost {
    const host = this.#hosts[place] ?? new SparkplugHost(this.#parts() as never, '', () => true)
    this.#hosts[place] = host
    return host
  }

  #parts() {
    return {
      intake: {
        receiveDecoded: (
          _origin: unknown,
          machineID: string,
          decode: (machine: LiveMachine, arrival: number) => Decoded,
          settle: OnSettled,
        ) => {
          const { live } = this.#machine(machineID)
          const decoded = decode(live, this.#now)
          if ('record' in decoded)
            this.#waiting.push({ record: decoded.record, settle: (repeat) => settle(null, live, undefined, repeat) })
          else {
            this.refused.push(decoded.refusal.reason)
            settle(null, live, decoded.refusal)
          }
        },
        refuse: (_origin: unknown, { reason }: { reason: string }, settle: OnSettled) => {
          this.refused.push(reason)
          settle(null)
        },
        knows: (_device: Device, machineID: string) => this.#machines.has(machineID),
      },
      tagMaps: { decode: () => undefined },
      live: { touch: () => undefined },
      commands: new CommandRoutes(),
      names: this.#names,
      pulse: {
        add: (one: { pulse: (now: number) => void }) => this.#pulsing.add(one),
        remove: (one: { pulse: (now: number) => void }) => this.#pulsing.delete(one),
      },
    }
  }

  #machine(name: string) {
    const known = this.#machines.get(name)
    if (known !== undefined) return known
    const key = this.#machines.size + 1
    const machine = { live: new LiveMachine(machineEntry(key, name)), store: new MemoryStore() }
    this.#machines.set(name, machine)
    return machine
  }

  async #store(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      for (const [key, some] of Map.groupBy(batch, ({ record }) => record.machineKey)) {
        const found = [...this.#machines.values()].find(({ live }) => live.entry.key === key)
        if (found === undefined) continue
        const repeats = await found.store.store(some.map(({ record }) => record))
        found.live.values = found.store.latest
        for (const { record, settle } of some) settle(repeats.get(record))
      }
    }
  }

  /** What is not in the database is forgotten. */
  #restart(): void {
    this.#hosts = []
    this.#pulsing = new Set()
    this.#names = new MachineNames()
    for (const { store, live } of this.#machines.values()) {
      if (store.latest !== undefined) store.latest = { ...store.latest, ...timesAsOf(store.latest.at) }
      live.values = store.latest
    }
  }
}

async function viewOf({ latest, records, times, sums }: MemoryStore): Promise<MachineView> {
  if (latest === undefined) throw new Error('Nothing is stored.')
  const { totalCycles, totalRejects, cyclesPerMin, temperature, humidity, machineState, machineData } = latest
  const block = sealed(records)
  const stored = decodeBlock(records[0]?.machineKey ?? 0, block, names.nameOf)
  const rows = [...sums].filter(([name]) => name.startsWith('minute_rollup')).map(([, row]) => row)
  const minutes = rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, machineKey: _, ...row }) => {
      return [
        new Date(at).toISOString(),
        Object.fromEntries(Object.entries(row).filter(([, sum]) => sum !== 0)),
      ] as const
    })
  return {
    newest: { totalCycles, totalRejects, machineState, cyclesPerMin, temperature, humidity },
    readings: inOrder(machineData),
    at: Math.floor(latest.at),
    ended: latest.ended,
    since: latest.stateSince === null ? null : Math.floor(latest.stateSince),
    intervals: times
      .map(({ from, to, state }) => ({ from: Math.floor(from), to: Math.floor(to), state }))
      .filter(({ from, to, state }) => to > from && state !== 'Unknown'),
    minutes: inOrder(Object.fromEntries(minutes.filter(([, row]) => Object.keys(row).length > 0)), (row) =>
      inOrder(row),
    ),
    history: inOrder(historyOf(stored, block)),
    csv: await csvOf(stored),
  }
}

const tags = new Map<string, number>()
const tagNames: string[] = []
const names = {
  idOf: (name: string) => {
    const known = tags.get(name) ?? 16 + tagNames.push(name) - 1
    tags.set(name, known)
    return known
  },
  nameOf: (id: number) => tagNames[id - 16] ?? '',
}

function sealed(records: readonly TelemetryRecord[]): Buffer {
  return encodeBlock(records, names.idOf)
}

function historyOf(records: readonly TelemetryRecord[], block: Buffer): MachineView['history'] {
  const history: MachineView['history'] = {}
  const tag = (name: string, at: number, value: string | number | boolean | null) => {
    history[name] ??= []
    history[name].push([Math.floor(at), value])
  }
  for (const record of records) {
    if (record.machineState !== undefined && record.ends !== true)
      tag('machineState', record.at, record.machineState ?? 'Unknown')
    for (const [name, value] of Object.entries(record.machineData ?? {}))
      if (name === 'Recipe' || name === 'Lamp') tag(name, record.at, value)
  }
  for (const name of ['totalCycles', 'totalRejects', 'cyclesPerMin', 'temperature', 'Film tension']) {
    const column = readNumberColumn(block, fieldColumn(name) ?? names.idOf(name))
    if (column === undefined) continue
    const series = new Series(0, Number.MAX_SAFE_INTEGER)
    series.add(column)
    for (const { time, value } of series.points()) tag(name, Date.parse(time), value)
  }
  return history
}

async function csvOf(records: TelemetryRecord[]): Promise<string> {
  const columns = new Columns()
  columns.see(records)
  let text = ''
  for await (const part of toCsv(
    columns.list(),
    (async function* () {
      yield records
    })(),
  ))
    text += part
  return text.slice(1).replaceAll('\r\n', '\n').trimEnd()
}
