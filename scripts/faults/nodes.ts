import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DatabaseServer,
  hasMosquitto,
  Mosquitto,
  ReturningReader,
  randomNumbers,
  recordName,
  startDatabaseServer,
  type TestNode,
  TestNodes,
  until,
} from '@packhouse/server/testing'
import type { FaultPart, PartOptions, PartResult } from './part.ts'

const ROLES = ['worker', 'worker', 'api', 'api', 'api', 'ingest', 'ingest']
const READERS = 6
/** How long readers may be without a stream while nodes come and go. */
const BACK_MS = 2_000
const ONCE = { name: 'Reported a temperature', kind: 'value', tag: 'temperature', comparison: 'above', limit: '-1' }
const RAISED = `SELECT count(*)::int AS alarms, count(DISTINCT machine_key)::int AS machines,
  count(*) FILTER (WHERE cleared_at IS NOT NULL)::int AS cleared FROM alarm WHERE rule_id = $1`

/** Three api, two ingest and two worker processes on one PostgreSQL: members are killed, replaced and added, and the database restarts. */
export const nodes: FaultPart = {
  name: 'nodes',
  about: 'several nodes on one database that are killed, replaced in order and added, and a database that restarts',
  rounds: 20,
  run: (options) => runNodes(options),
}

/**
 * The same at Mosquitto, which is killed too. It acknowledges by itself: what it has in its hands when it or a member of the shared
 * subscription is killed may be lost (docs/operations.md), and is counted. Nothing may be lost by anything else, and nothing of what comes by HTTP.
 */
export const broker: FaultPart = {
  name: 'broker',
  about:
    'several nodes at Mosquitto instead of the built-in broker, and Mosquitto killed too (skipped where it is not installed)',
  rounds: 8,
  run: async (options) => {
    if (!hasMosquitto()) return { passed: true, summary: 'skipped: Mosquitto is not installed' }
    const mosquitto = await Mosquitto.start()
    return await runNodes(options, mosquitto).finally(() => mosquitto.stop())
  },
}

/** @throws Error where a node does not come back, or the database differs from the ledger */
async function runNodes(
  { rounds, seed, report, ledgerFolder }: PartOptions,
  mosquitto?: Mosquitto,
): Promise<PartResult> {
  const server = await startDatabaseServer()
  const cluster = await TestNodes.create(server.url, {}, mosquitto?.url)
  const run = new NodesRun({ server, cluster, seed, report, ledgerFolder, mosquitto })
  try {
    return await run.run(rounds)
  } catch (error) {
    throw new Error(`${(error as Error).stack}\n${cluster.output}`, { cause: error })
  } finally {
    // Readers that are left open come back for ever, and the process does not end.
    await run.close()
    await cluster.end()
    await server.stop()
  }
}

type Missing = Awaited<ReturnType<TestNodes['missing']>>

/** What was done in a round. */
interface Fault {
  kind: string
  what: string
  /** Whether a broker of others may lose by it what it has acknowledged. */
  mayLose: boolean
}

interface Parts extends Pick<PartOptions, 'seed' | 'report' | 'ledgerFolder'> {
  server: DatabaseServer
  cluster: TestNodes
  mosquitto: Mosquitto | undefined
}

class NodesRun {
  readonly #parts: Parts
  readonly #random: () => number
  #readers: ReturningReader[] = []
  /** Interruptions of streams by what has caused them, ms. */
  readonly #gaps = new Map<string, number[]>()
  /** How long nodes took to end in order, ms. */
  readonly #ends: number[] = []
  /** What a broker of others has lost so far. */
  #lost: Missing = []
  /** What was missing after a fault that is no excuse, by name. Some of it may only have been late. */
  readonly #unexcused = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#random = randomNumbers(parts.seed)
  }

  get #cluster(): TestNodes {
    return this.#parts.cluster
  }

  async run(rounds: number): Promise<PartResult> {
    await this.#cluster.startAll(ROLES)
    const [first] = this.#cluster.of('api') as [TestNode]
    const staff = await this.#cluster.signIn(first)
    const made = await staff.post('/v1/alarm-rules', ONCE)
    const ruleId = (made.body as { id: string }).id
    const ports = async () => await Promise.all(this.#cluster.of('api').map((node) => this.#cluster.portOf(node)))
    const headers = () => staff.headers()
    this.#readers = Array.from({ length: READERS }, (_, place) => new ReturningReader(ports, headers, place))
    const faults = [this.#kill, this.#replace, this.#add, this.#restartDatabase]
    if (this.#parts.mosquitto !== undefined) faults.push(this.#killBroker)
    for (let round = 1; round <= rounds; round += 1) {
      await this.#underLoad()
      const fault = await (faults[(round - 1) % faults.length] as () => Promise<Fault>).call(this)
      await until('all streams', () => this.#readers.every((reader) => reader.isOpen))
      this.#noteGaps(fault.kind)
      this.#parts.report(`round ${round}: ${fault.what}${await this.#losses(fault)}`)
    }
    await this.#underLoad()
    const acknowledged = await this.#verify()
    const found = await this.#alarms(ruleId)
    await this.close()
    const slow = [...this.#gaps].filter(([what, gaps]) => what !== 'database' && Math.max(0, ...gaps) > BACK_MS)
    const once = found.alarms === found.machines && found.cleared === 0
    const gaps = [...this.#gaps]
      .map(([what, all]) => `${what} ${all.length} × at most ${Math.max(0, ...all)} ms`)
      .join(', ')
    const unexcused = this.#lost.filter((record) => this.#unexcused.has(recordName(record)))
    const lost =
      this.#parts.mosquitto === undefined
        ? ''
        : `, ${this.#lost.length} lost by the broker (${unexcused.length} without being killed)`
    return {
      passed: once && slow.length === 0 && unexcused.length === 0,
      summary: `${acknowledged} records acknowledged${lost}, each other one stored once; ${found.alarms} alarms of ${found.machines} machines; streams interrupted: ${gaps}; ended in order within ${Math.max(0, ...this.#ends)} ms`,
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()))
  }

  async #underLoad(): Promise<void> {
    await this.#cluster.publish(this.#parts.seed)
    await this.#cluster.underLoad()
  }

  /** A node of any role dies, and another one takes its place. */
  async #kill(): Promise<Fault> {
    const node = this.#any()
    await this.#cluster.kill(node)
    await this.#underLoad()
    await this.#cluster.ready(await this.#cluster.start(node.role))
    return { kind: 'killed', what: `killed ${node.id}`, mayLose: node.role === 'ingest' }
  }

  /** Every node is replaced, one after the other, the new one before the old one ends. */
  async #replace(): Promise<Fault> {
    const old = [...new Set(ROLES)].flatMap((role) => this.#cluster.of(role))
    for (const node of old) {
      await this.#cluster.ready(await this.#cluster.start(node.role))
      const { code, ms } = await this.#cluster.stop(node)
      if (code !== 0) throw new Error(`${node.id} ended with ${code}.`)
      this.#ends.push(ms)
      await this.#cluster.publish(this.#parts.seed)
    }
    return { kind: 'replaced', what: `replaced ${old.length} nodes in order`, mayLose: false }
  }

  async #add(): Promise<Fault> {
    const role = this.#random() < 0.5 ? 'ingest' : 'api'
    const node = await this.#cluster.start(role)
    await this.#cluster.ready(node)
    await this.#underLoad()
    await this.#cluster.kill(this.#cluster.of(role)[0] as TestNode)
    return { kind: 'added', what: `added ${node.id} and killed the oldest`, mayLose: role === 'ingest' }
  }

  async #restartDatabase(): Promise<Fault> {
    const { server } = this.#parts
    await server.halt()
    await server.resume()
    await this.#allReady()
    await this.#underLoad()
    return { kind: 'database', what: 'database restarted', mayLose: false }
  }

  async #killBroker(): Promise<Fault> {
    const { mosquitto } = this.#parts
    await mosquitto?.kill()
    await mosquitto?.listen()
    await this.#allReady()
    await this.#underLoad()
    return { kind: 'broker', what: 'Mosquitto killed and started again', mayLose: true }
  }

  async #allReady(): Promise<void> {
    for (const role of new Set(ROLES)) for (const node of this.#cluster.of(role)) await this.#cluster.ready(node)
  }

  /** What a fault has made a broker of others lose; the built-in broker acknowledges what is stored. */
  async #losses({ mayLose }: Pick<Fault, 'mayLose'>): Promise<string> {
    if (this.#parts.mosquitto === undefined) return ''
    const known = new Set(this.#lost.map(recordName))
    this.#lost = await this.#cluster.missing()
    const more = this.#lost.filter((record) => !known.has(recordName(record)))
    for (const record of more) {
      if (!mayLose || record.machineID.startsWith('CRASH-HTTP')) this.#unexcused.add(recordName(record))
    }
    return `, ${more.length} records lost`
  }

  async #verify(): Promise<number> {
    const { mosquitto, ledgerFolder } = this.#parts
    if (mosquitto === undefined) return await this.#cluster.verify()
    await this.#cluster.drain()
    await this.#losses({ mayLose: false })
    await writeFile(join(ledgerFolder, 'lost.json'), JSON.stringify(this.#lost, undefined, 1))
    return await this.#cluster.verify({ lost: this.#lost })
  }

  async #alarms(ruleId: string): Promise<{ alarms: number; machines: number; cleared: number }> {
    const wanted = await this.#machinesWithTemperature()
    return await until('an alarm of each machine', async () => {
      type Counts = { alarms: number; machines: number; cleared: number }
      const [counts] = await this.#cluster.sql<Counts>(RAISED, [ruleId])
      return counts !== undefined && counts.machines >= wanted && counts
    })
  }

  #any(): TestNode {
    const all = [...new Set(ROLES)].flatMap((role) => this.#cluster.of(role))
    return all[Math.floor(this.#random() * all.length)] as TestNode
  }

  #noteGaps(kind: string): void {
    const all = this.#readers.flatMap((reader) => reader.gaps.splice(0))
    this.#gaps.set(kind, [...(this.#gaps.get(kind) ?? []), ...all])
  }

  async #machinesWithTemperature(): Promise<number> {
    const [row] = await this.#cluster.sql<{ count: number }>(
      `SELECT count(DISTINCT machine_key)::int AS count FROM record JOIN machine ON key = machine_key
       WHERE machine_id LIKE 'CRASH-%' AND temperature IS NOT NULL`,
    )
    return row?.count ?? 0
  }
}
