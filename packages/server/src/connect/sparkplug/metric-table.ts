import type { MetricDefinition } from './commands.ts'
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

/** What was read at one instant. */
export interface Fact {
  /** Unix ms, whole. */
  at: number
  values: ReadonlyMap<string, SparkplugValue>
  /** Whether these are all metrics there are; the others go on where they are not. */
  isWhole: boolean
}

/** The newest value of a metric; its time in Unix ms. */
export interface Known {
  at: number
  value: SparkplugValue
}

/** What a message of data or a birth comes to. */
export interface Learnt {
  /** Each at its own time, oldest first. */
  facts: Fact[]
  /** Every metric that there is, by name. */
  metrics: ReadonlyMap<string, Known>
  /** What of the message could not be used, and why; what was reported before is not reported again. */
  ignored: string[]
  /** Whether it says something of now: history alone does not. */
  isCurrent: boolean
  /** Whether something was missed, so that the node has to be born again. */
  isIncomplete: boolean
}

/** The metrics of a node or of one of its devices, as its birth named them and its data changed them. */
export class MetricTable {
  readonly #room: Room
  metrics = new Map<string, Known>()
  readonly #aliases = new Map<string, string>()
  readonly #types = new Map<string, number>()
  /** What was said to be of no use. */
  readonly #ignored = new Set<string>()
  readonly #longs = new Set<string>()

  constructor(room: Room) {
    this.#room = room
  }

  /** Gives its room back; it is not used any more. */
  end(): void {
    this.#room.giveBack(this.metrics.size)
    // What was learnt from it and is on its way still needs the old one.
    this.metrics = new Map()
    this.#aliases.clear()
    this.#types.clear()
    this.#longs.clear()
  }

  /** Takes a birth in: only here metrics get their names, aliases and types. @param arrival Unix ms */
  born(payload: SparkplugPayload, arrival: number): Learnt {
    for (const { name, alias, dataType, isLong } of payload.metrics) {
      if (name === undefined || this.#types.size >= MAX_TABLE) continue
      this.#types.set(name, dataType ?? 0)
      if (alias !== undefined) this.#aliases.set(alias, name)
      if (isLong) this.#longs.add(name)
    }
    const bornAt = payload.at ?? arrival
    // A birth may repeat what was read long ago: that it still holds is known from the birth's own time.
    const learnt = this.#learn(payload, bornAt, ({ at, isHistorical }) =>
      at === undefined || (at < bornAt && !isHistorical) ? bornAt : at,
    )
    const others = learnt.facts.filter(({ at }) => at !== bornAt)
    const values = new Map(learnt.facts.flatMap(({ at, values: some }) => (at === bornAt ? [...some] : [])))
    const facts = [...others, { at: bornAt, values, isWhole: true }].sort((a, b) => a.at - b.at)
    return { ...learnt, facts, isCurrent: true, isIncomplete: false }
  }

  /** A metric as the birth declared it; undefined if it did not. */
  definitionOf(name: string): MetricDefinition | undefined {
    const dataType = this.#types.get(name)
    if (dataType === undefined) return undefined
    const alias = [...this.#aliases].find(([, named]) => named === name)?.[0]
    return { name, alias, dataType, isLong: this.#longs.has(name) }
  }

  /** Takes data in. @param arrival Unix ms, the time of what reports none */
  changed(payload: SparkplugPayload, arrival: number): Learnt {
    const sent = payload.at ?? arrival
    return this.#learn(payload, sent, ({ at }) => at ?? sent)
  }

  #learn(payload: SparkplugPayload, sent: number, timeOf: (metric: SparkplugMetric) => number): Learnt {
    const facts: { at: number; values: Map<string, SparkplugValue> }[] = []
    const newest = new Map<number, Map<string, SparkplugValue>>()
    const learnt = { ignored: [] as string[], isCurrent: payload.metrics.length === 0, isIncomplete: false }
    const ignore = (words: string) => {
      if (this.#ignored.size < MAX_TABLE && !this.#ignored.has(words)) learnt.ignored.push(words)
      this.#ignored.add(words)
    }
    for (const metric of payload.metrics) {
      const name = this.#nameOf(metric)
      const read = metric.read(metric.dataType ?? (name === undefined ? undefined : this.#types.get(name)))
      const at = timeOf(metric)
      if (!metric.isHistorical) learnt.isCurrent = true
      if ('ignored' in read) ignore(`${name ?? 'A metric'}: ${read.ignored}`)
      else if (name === undefined) {
        ignore(`The birth has not told what the alias ${metric.alias ?? '(none)'} is.`)
        learnt.isIncomplete = true
      } else if (!this.#set(name, { at, value: read.value }))
        ignore(`${name}: there are too many metrics, of this device or of all.`)
      else {
        if (read.fault !== undefined) ignore(`${name}: ${read.fault}`)
        let values = newest.get(at)
        // Of one metric that has several values at one time each is a fact, in the order of the message.
        if (values === undefined || (values.has(name) && values.get(name) !== read.value)) {
          values = new Map()
          newest.set(at, values)
          facts.push({ at, values })
        }
        values.set(name, read.value)
      }
    }
    // Whatever it says, the device is there.
    if (facts.length === 0 && learnt.isCurrent) facts.push({ at: sent, values: new Map() })
    const inOrder = facts.toSorted((a, b) => a.at - b.at)
    return { ...learnt, metrics: this.metrics, facts: inOrder.map((fact) => ({ ...fact, isWhole: false })) }
  }

  /** @returns whether there is room for it; an older value does not replace a newer one */
  #set(name: string, reading: Known): boolean {
    const known = this.metrics.get(name)
    if (known === undefined && (this.metrics.size >= MAX_TABLE || !this.#room.take())) return false
    if (known === undefined || reading.at >= known.at) this.metrics.set(name, reading)
    return true
  }

  #nameOf({ name, alias }: SparkplugMetric): string | undefined {
    if (name !== undefined && name !== '') return name
    return alias === undefined ? undefined : this.#aliases.get(alias)
  }
}
