import type { DataValue } from 'node-opcua-client'
import { clock, type Timer } from '../../platform/clock.ts'
import { loadOpcua } from './library.ts'
import type { NodeChange } from './node-watch.ts'
import type { Operations } from './operations.ts'

interface PollReport {
  /** What was read and is not what was read before. */
  changed: (changes: NodeChange[]) => void
  /** Whether the nodes can be read: why they cannot, or that they can again. */
  unread: (error: Error | undefined) => void
}

/** Reads nodes again and again that a server does not monitor, and reports what has changed, as a subscription would. */
export class NodePoll {
  readonly #operations: Operations
  readonly #everyMs: number
  readonly #report: PollReport
  readonly #known = new Map<string, DataValue>()
  #nodes: readonly string[] = []
  #timer: Timer | undefined
  #isReading = false
  #isOver = false

  constructor(operations: Operations, everyMs: number, report: PollReport) {
    this.#operations = operations
    this.#everyMs = everyMs
    this.#report = report
  }

  /** Reads these nodes from now on, and no others. */
  use(nodes: readonly string[]): void {
    this.#nodes = nodes
    const wanted = new Set(nodes)
    for (const node of this.#known.keys()) if (!wanted.has(node)) this.#known.delete(node)
    if (nodes.length > 0 && this.#timer === undefined && !this.#isReading) void this.#read()
  }

  end(): void {
    this.#isOver = true
    this.#timer?.stop()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      const values = await this.#operations.read(this.#nodes)
      if (this.#isOver) return
      this.#report.unread(undefined)
      await this.#note(values)
    } catch (error) {
      if (this.#isOver) return
      const { DataValue, StatusCodes } = await loadOpcua()
      this.#report.unread(error as Error)
      // What cannot be read is not known any more.
      await this.#note(
        new Map(this.#nodes.map((node) => [node, new DataValue({ statusCode: StatusCodes.BadNoCommunication })])),
      )
    } finally {
      this.#isReading = false
      this.#timer = undefined
      if (!this.#isOver && this.#nodes.length > 0) this.#timer = clock.timeout(this.#everyMs, () => void this.#read())
    }
  }

  async #note(values: ReadonlyMap<string, DataValue>): Promise<void> {
    const { sameDataValue, TimestampsToReturn } = await loadOpcua()
    const wanted = new Set(this.#nodes)
    const changes = [...values].flatMap(([node, value]): NodeChange[] => {
      const before = this.#known.get(node)
      if (!wanted.has(node) || (before && sameDataValue(before, value, TimestampsToReturn.Neither))) return []
      this.#known.set(node, value)
      return [{ node, value, isRead: true, ...(before === undefined && { begins: 'now' as const }) }]
    })
    if (changes.length > 0 && !this.#isOver) this.#report.changed(changes)
  }
}
