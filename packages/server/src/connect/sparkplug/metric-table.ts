import type { SparkplugValue } from './metric-value.ts'
import type { SparkplugMetric, SparkplugPayload } from './payload.ts'

/** How many metrics one device may have. */
const MAX_TABLE = 2_000

/** How many metrics all devices of an owner may have together. */
const ROOM = 100_000

/** Room for metrics, shared by the tables of one owner. */
export class Room {
  #left = ROOM

  take(): boolean {
    if (this.#left <= 0) return false
    this.#left -= 1
    return true
  }

  giveBack(metrics: number): void {
    this.#left += metrics
  }
}

/** Values with the time at which they were read, Unix ms. */
export interface Snapshot {
  at: number
  values: ReadonlyMap<string, SparkplugValue>
}

/** What a message of data or a birth comes to. */
export interface Learnt {
  /** Everything that is known now; undefined if only the past was reported. */
  now: Snapshot | undefined
  /** What was read earlier and is reported now, oldest first. */
  past: Snapshot[]
  /** What of the message could not be used, and why. */
  ignored: string[]
  /** Whether something was missed, so that the node has to be born again. */
  isIncomplete: boolean
}

/** The metrics of a node or of one of its devices, as its birth named them and its data changed them. */
export class MetricTable {
  readonly #room: Room
  readonly values = new Map<string, SparkplugValue>()
  readonly #aliases = new Map<string, string>()
  readonly #types = new Map<string, number>()

  constructor(room: Room) {
    this.#room = room
  }

  /** Gives its room back; it is not used any more. */
  end(): void {
    this.#room.giveBack(this.values.size)
    this.values.clear()
    this.#aliases.clear()
    this.#types.clear()
  }

  /** Takes a birth in: only here metrics get their names, aliases and types. */
  born(payload: SparkplugPayload, arrival: number): Learnt {
    for (const { name, alias, dataType } of payload.metrics) {
      if (name === undefined || this.#types.size >= MAX_TABLE) continue
      this.#types.set(name, dataType ?? 0)
      if (alias !== undefined) this.#aliases.set(alias, name)
    }
    const learnt = this.changed(payload, arrival)
    // A birth may repeat what was read long ago: that it holds still is known from the birth's own time.
    return { ...learnt, now: { at: payload.at ?? arrival, values: this.values }, isIncomplete: false }
  }

  /** Takes data in. @param arrival Unix ms, the time of what reports none */
  changed(payload: SparkplugPayload, arrival: number): Learnt {
    const sent = payload.at ?? arrival
    const past = new Map<number, Map<string, SparkplugValue>>()
    const ignored: string[] = []
    let newest: number | undefined
    let isIncomplete = false
    for (const metric of payload.metrics) {
      const name = this.#nameOf(metric)
      const read = metric.read(metric.dataType ?? (name === undefined ? undefined : this.#types.get(name)))
      if ('ignored' in read) ignored.push(`${name ?? 'A metric'}: ${read.ignored}`)
      else if (name === undefined) {
        ignored.push(`The birth has not told what the alias ${metric.alias ?? '(none)'} is.`)
        isIncomplete = true
      } else if (metric.isHistorical) valuesAt(past, metric.at ?? sent).set(name, read.value)
      else if (this.#set(name, read.value)) newest = Math.max(newest ?? 0, metric.at ?? sent)
      else ignored.push(`${name}: there are too many metrics, of this device or of all.`)
    }
    return {
      now: newest === undefined ? undefined : { at: newest, values: this.values },
      past: [...past].sort(([a], [b]) => a - b).map(([at, values]) => ({ at, values })),
      ignored,
      isIncomplete,
    }
  }

  #set(name: string, value: SparkplugValue): boolean {
    if (!this.values.has(name) && (this.values.size >= MAX_TABLE || !this.#room.take())) return false
    this.values.set(name, value)
    return true
  }

  #nameOf({ name, alias }: SparkplugMetric): string | undefined {
    if (name !== undefined && name !== '') return name
    return alias === undefined ? undefined : this.#aliases.get(alias)
  }
}

function valuesAt(past: Map<number, Map<string, SparkplugValue>>, at: number): Map<string, SparkplugValue> {
  const values = past.get(at) ?? new Map<string, SparkplugValue>()
  past.set(at, values)
  return values
}
