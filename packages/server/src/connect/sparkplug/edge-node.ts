import type { MetricDefinition } from './commands.ts'
import { type Learnt, MetricTable, type Room } from './metric-table.ts'
import type { SparkplugValue } from './metric-value.ts'
import type { SparkplugPayload } from './payload.ts'

export type NodeAnswer = Learnt | { refused: string; isIncomplete: boolean }

/** How many devices one edge node may carry. */
const MAX_DEVICES = 1_000

/**
 * One edge node: its tables of metrics and its sequence. Pure: it receives what came and says what it means (Sparkplug
 * 3.0.0, chapters 5 and 6.4).
 */
export class EdgeNode {
  readonly #room: Room
  /** Undefined while the node is not alive. */
  #own: MetricTable | undefined
  readonly #devices = new Map<string, MetricTable>()
  #bdSeq: SparkplugValue | undefined
  #next: number | undefined

  constructor(room: Room) {
    this.#room = room
  }

  get isAlive(): boolean {
    return this.#own !== undefined
  }

  /** The node is born: what was known of its devices is over. Its sequence may begin anywhere. */
  bornNode(payload: SparkplugPayload, arrival: number): NodeAnswer {
    this.end()
    this.#next = payload.seq === undefined ? undefined : (payload.seq + 1) % 256
    this.#bdSeq = bdSeqOf(payload)
    this.#own = new MetricTable(this.#room)
    return this.#own.born(payload, arrival)
  }

  bornDevice(name: string, payload: SparkplugPayload, arrival: number): NodeAnswer {
    if (this.#own === undefined) return unborn('The device was born before its edge node.')
    const isGap = this.#isGap(payload.seq)
    if (!this.#devices.has(name) && this.#devices.size >= MAX_DEVICES) {
      return { refused: `An edge node may carry ${MAX_DEVICES} devices.`, isIncomplete: isGap }
    }
    this.#devices.get(name)?.end()
    const table = new MetricTable(this.#room)
    this.#devices.set(name, table)
    return afterGap(table.born(payload, arrival), isGap)
  }

  /** @param name the device; undefined for the node itself */
  data(name: string | undefined, payload: SparkplugPayload, arrival: number): NodeAnswer {
    if (this.#own === undefined) return unborn('Data came before the birth of the edge node.')
    const isGap = this.#isGap(payload.seq)
    const table = name === undefined ? this.#own : this.#devices.get(name)
    if (table === undefined) return unborn('Data came before the birth of the device.')
    return afterGap(table.changed(payload, arrival), isGap)
  }

  /** A metric as it was declared at birth. @param device undefined for the node itself */
  definitionOf(device: string | undefined, metric: string): MetricDefinition | undefined {
    return (device === undefined ? this.#own : this.#devices.get(device))?.definitionOf(metric)
  }

  /**
   * @returns whether the node died: the death of an earlier session, recognised by its bdSeq, changes nothing. Where birth or death name none
   * it counts: a node that lives is born again when it is asked, and one that has died would count as alive for ever.
   */
  diedNode(payload: SparkplugPayload): boolean {
    const bdSeq = bdSeqOf(payload)
    const isOfOther = bdSeq !== undefined && this.#bdSeq !== undefined && bdSeq !== this.#bdSeq
    if (this.#own === undefined || isOfOther) return false
    this.end()
    return true
  }

  /** @returns whether something was missed before */
  diedDevice(name: string, payload: SparkplugPayload): boolean {
    const isGap = this.#own !== undefined && this.#isGap(payload.seq)
    this.#devices.get(name)?.end()
    this.#devices.delete(name)
    return isGap
  }

  /** Nothing is known of the node and its devices any more. */
  end(): void {
    this.#own?.end()
    this.#own = undefined
    for (const device of this.#devices.values()) device.end()
    this.#devices.clear()
  }

  /** The sequence goes from 0 to 255 and on to 0; after a gap it goes on from what came. */
  #isGap(seq: number | undefined): boolean {
    const isGap = seq === undefined || seq !== this.#next
    if (seq !== undefined) this.#next = (seq + 1) % 256
    return isGap
  }
}

function unborn(refused: string): NodeAnswer {
  return { refused, isIncomplete: true }
}

function afterGap(learnt: Learnt, isGap: boolean): Learnt {
  return isGap ? { ...learnt, isIncomplete: true } : learnt
}

function bdSeqOf({ metrics }: SparkplugPayload): SparkplugValue | undefined {
  const read = metrics.find(({ name }) => name === 'bdSeq')?.read(undefined)
  return read !== undefined && 'value' in read ? (read.value ?? undefined) : undefined
}
