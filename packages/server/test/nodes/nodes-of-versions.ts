import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'

/** How code ends that does not work with the schema. `sysexits.h`: the configuration is at fault. */
export const REFUSED = 78
/** A line of the log of this level or a higher one is an error. */
const ERROR_LEVEL = 50

/** A node of each role, of one version. */
export interface NodeSet {
  worker: TestNode
  api: TestNode
  ingest: TestNode
}

/** Starts and ends nodes of an earlier version and of the present one, on one database. */
export class NodesOfVersions {
  readonly #nodes: TestNodes
  readonly #main: string
  readonly #started: TestNode[] = []

  /** @param main the `main.ts` of the earlier version */
  constructor(nodes: TestNodes, main: string) {
    this.#nodes = nodes
    this.#main = main
  }

  /** Starts a node of the present version. It need not be ready when this resolves. */
  async start(role: string, environment: NodeJS.ProcessEnv = {}): Promise<TestNode> {
    return await this.#start(role, environment)
  }

  /** Starts a node of each role of the earlier version, and waits until all are ready. */
  async startEarlier(): Promise<NodeSet> {
    const [worker, api, ingest] = [
      await this.#start('worker', {}, this.#main),
      await this.#start('api', {}, this.#main),
      await this.#start('ingest', {}, this.#main),
    ]
    const nodes = { worker, api, ingest }
    await this.ready(nodes)
    return nodes
  }

  async ready(nodes: NodeSet): Promise<void> {
    for (const node of Object.values(nodes) as TestNode[]) await this.#nodes.ready(node)
  }

  async stop(node: TestNode): Promise<void> {
    const { code, signal } = await this.#nodes.stop(node)
    expect([node.id, code, signal]).toEqual([node.id, 0, null])
  }

  /** Nodes that run are not ready any more, because they lack a migration, and none of the earlier version starts. */
  async expectRefused(nodes: NodeSet, migration: string): Promise<void> {
    const schema = expect.stringContaining(`needs a program with migration ${migration} or newer`)
    for (const node of Object.values(nodes) as TestNode[]) {
      const port = await this.#nodes.portOf(node)
      const refusal = { status: 503, body: { faults: { schema } } }
      await eventually(() => this.#nodes.readiness(port)).toMatchObject(refusal)
    }
    for (const role of Object.keys(nodes)) {
      const { process } = await this.#start(role, {}, this.#main)
      expect(await process.ended()).toEqual({ code: REFUSED, signal: null })
      expect(process.output).toMatch(new RegExp(`${migration}.*Start the newer program\\.`))
    }
  }

  /** Lines of the logs that say that something has failed. Each answer of 500 has one. */
  get errors(): string[] {
    return this.#started.flatMap(errorsOf)
  }

  async #start(role: string, environment: NodeJS.ProcessEnv, main?: string): Promise<TestNode> {
    const node = await this.#nodes.start(role, environment, main)
    this.#started.push(node)
    return node
  }
}

function errorsOf({ id, process }: TestNode): string[] {
  return process.output
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL)
    .map((line) => `${id}: ${line}`)
}
