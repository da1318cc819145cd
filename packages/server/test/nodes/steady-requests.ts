import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../support/caller.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'
import { readablePaths } from './reads-over-versions.ts'

const PAUSE_MS = 100

/** Somebody who asks all api nodes that are ready for what can be read, again and again, as long as an upgrade takes. */
export class SteadyRequests {
  /** Answers of each node by their status. */
  readonly answered = new Map<string, Map<number, number>>()
  /** What was not answered with 200, in words. */
  readonly faults: string[] = []
  readonly #nodes: TestNodes
  readonly #running: Promise<void>
  readonly #staff: Caller
  #isEnded = false

  private constructor(nodes: TestNodes, staff: Caller, paths: readonly string[]) {
    this.#nodes = nodes
    this.#staff = staff
    this.#running = this.#ask(paths)
  }

  /** Asks from now on for what the node of this caller answers. */
  static async begin(nodes: TestNodes, staff: Caller): Promise<SteadyRequests> {
    const paths: string[] = []
    for (const path of readablePaths) if ((await staff.get(path)).status === 200) paths.push(path)
    return new SteadyRequests(nodes, staff, paths)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await this.#running
  }

  async #ask(paths: readonly string[]): Promise<void> {
    for (let round = 0; !this.#isEnded; round += 1) {
      for (const node of this.#nodes.of('api')) await this.#askOne(node, paths[round % paths.length] ?? '')
      await sleep(PAUSE_MS)
    }
  }

  async #askOne(node: TestNode, path: string): Promise<void> {
    // One that is not ready gets no requests from proxies.
    const port = node.process.ports?.httpPort
    if (port === undefined) return
    const { status, text } = await this.#staff
      .at({ port })
      .get(path)
      .catch((error: Error) => ({ status: 0, text: error.message }))
    // One that was asked to end meanwhile takes no new connections, and proxies ask another.
    const isEnding = !this.#nodes.of('api').includes(node)
    if (isEnding && (status === 0 || status === 503)) return
    const counts = this.answered.get(node.id) ?? new Map<number, number>()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    this.answered.set(node.id, counts)
    if (status !== 200) this.faults.push(`${path} of ${node.id}: ${status} ${text}`)
  }
}
