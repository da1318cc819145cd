import { tagMapEntrySchema } from '@packhouse/contract'
import { compileMap } from '../../../src/connect/mapping/compiled-map.ts'
import { MachineMemory } from '../../../src/connect/mapping/machine-memory.ts'
import { mapReadings } from '../../../src/connect/mapping/map-message.ts'
import type { Decode, OnSettled } from '../../../src/connect/message.ts'
import { MachineWatch } from '../../../src/connect/opcua/machine-watch.ts'
import { Operations } from '../../../src/connect/opcua/operations.ts'
import { freshState } from '../../../src/connect/supervisor/connection-states.ts'
import { LiveStore, type MachineEntry } from '../../../src/live/index.ts'
import type { TelemetryRecord } from '../../../src/telemetry/index.ts'
import { FakeOpcuaServer } from '../fake-opcua-server.ts'

export const SAMPLING_MS = 1_000
/** Where a site has a state, this node names it by its place here. */
export const STATE_NODE = 'ns=1;s=n1'
export const STATES: readonly string[] = ['Execute', 'Idle', 'Stopped', 'Held']
export const STALE_S = 60
export const entry = {
  id: 'm',
  key: 1,
  machineID: 'M-1',
  customerId: null,
  sharedUntil: null,
  retired: false,
  keepRecordsDays: 400,
  staleAfterSeconds: STALE_S,
  tagMapId: null,
  configurationId: null,
} as unknown as MachineEntry

/** A value as it has left the server. */
export interface Delivered {
  node: string
  value: number | null
  source: number
  /** When, by the clock of the server. */
  at: number
  by: 'notification' | 'read'
  session: number
}

/** A reading that a historian has: of the millisecond `at`. */
export type Stored = `${string} ${number} ${number | null}`

/** One machine with its connection, behind a server that can be made to misbehave. */
export class Site {
  readonly server: FakeOpcuaServer
  readonly live = new LiveStore()
  readonly state = { ...freshState }
  readonly records: TelemetryRecord[] = []
  readonly delivered: Delivered[] = []
  readonly watch: MachineWatch
  /** How far the clock of the server is from ours. */
  readonly skew: number
  session = 0
  isConnected = false
  hasMap = true
  mapVersion = 1
  readonly #memory = new MachineMemory()

  constructor(
    nodes: readonly string[],
    options: ConstructorParameters<typeof FakeOpcuaServer>[0] = {},
    { skew = 0, hasState = false } = {},
  ) {
    this.server = new FakeOpcuaServer(options)
    this.skew = skew
    this.server.now = () => this.now
    this.server.onValue = (node, value, by) => {
      if (!nodes.includes(node)) return
      const isBad = value.statusCode.value >>> 31 === 1
      const source = value.sourceTimestamp?.getTime() ?? 0
      this.delivered.push({
        node,
        value: isBad ? null : value.value.value,
        source,
        at: this.now,
        by,
        session: this.session,
      })
    }
    const state = { role: 'state', valueMap: Object.fromEntries(STATES.map((name, place) => [String(place), name])) }
    const entries = nodes.map((address) =>
      tagMapEntrySchema.parse({
        canonicalTag: tagOf(address),
        address,
        ...(hasState && address === STATE_NODE ? state : { role: 'other' }),
      }),
    )
    const map = {
      id: 'map',
      version: 1,
      name: 'Map',
      compiled: compileMap({ source: 'opcua', entries, timeAddress: null }),
    }
    const parts = {
      live: this.live,
      tagMaps: {
        mapOf: () => (this.hasMap ? { ...map, version: this.mapVersion } : undefined),
        decodeReadings: (machine: { entry: MachineEntry }, _map: unknown, given: never, arrival: number) => {
          const mapped = { ...machine.entry, before: (at: number) => this.#memory.before(1, undefined, at) }
          const outcome = mapReadings(map.compiled, mapped, given, arrival)
          if ('record' in outcome) this.#memory.keep(outcome.record)
          return outcome
        },
      },
      intake: {
        receiveDecoded: (_origin: unknown, machineID: string, decode: Decode, settle: OnSettled) => {
          const machine = this.live.byID(machineID)
          if (machine === undefined) throw new Error('The machine is not registered.')
          const decoded = decode(machine, Date.now())
          if ('refusal' in decoded) throw new Error(decoded.refusal.reason)
          this.records.push(decoded.record)
          settle(null, machine)
        },
      },
    }
    const connection = { id: 'c', name: 'Line', machineID: 'M-1', samplingMs: SAMPLING_MS, endpointUrl: 'opc.tcp://x' }
    this.watch = new MachineWatch(connection as never, this.state, parts as never, () => undefined)
  }

  /** Now, by the clock of the server. */
  get now(): number {
    return Date.now() + this.skew
  }

  get issues(): string[] {
    return [...(this.live.byID('M-1')?.sourceIssues.values() ?? [])].flat()
  }

  async connect(): Promise<void> {
    this.session += 1
    this.isConnected = true
    const operations = await Operations.of(this.server.session)
    await this.watch.begin({ operations } as never, () => this.end())
  }

  end(): void {
    this.isConnected = false
    this.server.hangUp()
    this.watch.lost('gone', 'waiting')
  }

  publish(): void {
    this.server.publish(this.now)
  }

  /** The newest time that a node has named to us over this session. */
  newestTold(node: string): number | undefined {
    return newestOf(this.delivered.filter((one) => one.node === node && one.session === this.session))?.source
  }

  /** What is stored, by the millisecond. */
  stored(): Stored[] {
    return this.records.flatMap((record) =>
      Object.entries(valuesOf(record)).map(([tag, value]): Stored => `${tag} ${Math.floor(record.at)} ${value}`),
    )
  }

  /** The newest value of a tag by the times of the records. */
  newest(tag: string): unknown {
    const found = this.records.filter((record) => tag in valuesOf(record)).toSorted((a, b) => a.at - b.at)
    return found.map(valuesOf).at(-1)?.[tag]
  }
}

/** What nodes said, of the state its place. */
function valuesOf({ machineData = {}, machineState }: TelemetryRecord): Record<string, number | null> {
  const state = machineState === undefined ? {} : { [tagOf(STATE_NODE)]: machineState && STATES.indexOf(machineState) }
  return { ...(machineData as Record<string, number | null>), ...state }
}

export function tagOf(node: string): string {
  return node.replace(/.*=/, '')
}

/** The newest by its own time. */
export function newestOf(delivered: readonly Delivered[]): Delivered | undefined {
  return delivered.reduce<Delivered | undefined>(
    (newest, one) => (one.source >= (newest?.source ?? 0) ? one : newest),
    undefined,
  )
}
