import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'
import { type LatestValues, speaksUntil } from '../telemetry/index.ts'
import type { MachineEntry } from './machines.ts'
import { MinuteRing } from './minute-ring.ts'

/** Shared by all machines that have none: most have none, and there are many machines. Whoever adds something replaces the whole. */
const NOTHING: ReadonlySet<string> = new Set()
const NO_ISSUES: ReadonlyMap<string, readonly string[]> = new Map()

/** What is known of one machine now. Versions show when something last changed; see LiveStore. */
export class LiveMachine {
  entry: MachineEntry
  values: LatestValues | undefined
  readonly ring = new MinuteRing()
  /** Null while it has never published. */
  online: boolean | null = null
  /** How many MQTT connections have published for it and are still open. */
  connections = 0
  /** Other nodes that it is connected to. */
  connectedNodes: ReadonlySet<string> = NOTHING
  /** What is wrong with the connections that fetch its data, in words, by the connection. */
  sourceIssues: ReadonlyMap<string, readonly string[]> = NO_ISSUES
  /** Those of the connections that other nodes have. */
  foreignIssues: ReadonlySet<string> = NOTHING
  version = 0
  /** When a minute that was already past was last written: by a late record, or by a machine that catches up. */
  historyVersion = 0

  constructor(entry: MachineEntry) {
    this.entry = entry
  }

  /** Ordered, and neither delivered nor heard of yet: that it has no live data is no fault. */
  get isOnOrder(): boolean {
    return this.online === null && this.entry.awaitsDelivery
  }

  get isConnected(): boolean {
    return this.connections > 0 || this.connectedNodes.size > 0
  }

  /**
   * Decides from the newest record, and only from that, whether the machine is online: from its age, and from whether it says that the
   * source is gone. One that lies further ahead than a record may, because the server's clock was set back, reports nothing of now.
   */
  isFresh(now: number): boolean | null {
    if (this.values === undefined) return null
    const { at, ended } = this.values
    return !ended && at - now <= CLOCK_AHEAD_LIMIT_MS && now <= speaksUntil(this.entry, at)
  }
}
