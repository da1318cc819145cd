import { freePort } from '../support/free-port.ts'
import { Looks } from '../support/looks.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'
import { ReturningReader } from '../support/returning-reader.ts'
import { seed } from '../support/seed.ts'
import { until } from '../support/until.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'
import { AlarmsOverVersions } from './alarms-over-versions.ts'
import { passJobs, passRecord, passSession, passSetting } from './answers-over-versions.ts'
import { type NodeSet, NodesOfVersions } from './nodes-of-versions.ts'
import { compareReads } from './reads-over-versions.ts'
import { compareRows, type RowsFound } from './rows-over-versions.ts'
import { SteadyRequests } from './steady-requests.ts'

const READERS = 2
/** A migration of the future, which earlier code does not work with. */
const NEWER = '9999'
/** Columns of roll-ups that have come since migration 0124: what earlier nodes have counted lacks them (decision 0156). */
const UNCOUNTED = ['rejects_count']

/** An installation of earlier nodes that becomes one of present nodes under load, and goes back. */
export class RollingUpgrade {
  readonly #nodes: TestNodes
  readonly #migration: number
  readonly #receiver: WebhookReceiver
  readonly #versions: NodesOfVersions
  /** The nodes that are replaced, those that replace them, and those that take their place again. */
  #old: NodeSet | undefined
  #next: NodeSet | undefined
  #back: NodeSet | undefined
  readonly #readers: ReturningReader[] = []
  #requests: SteadyRequests | undefined
  #alarms: AlarmsOverVersions | undefined
  #cycles = 1_000_000

  /** @param migration the newest that the earlier version knows @param main its `main.ts` */
  constructor(nodes: TestNodes, { migration, main }: { migration: number; main: string }, receiver: WebhookReceiver) {
    this.#nodes = nodes
    this.#migration = migration
    this.#receiver = receiver
    this.#versions = new NodesOfVersions(nodes, main)
  }

  async close(): Promise<void> {
    await this.#requests?.end()
    await Promise.all(this.#readers.map((reader) => reader.close()))
  }

  /** Starts the earlier nodes, and whoever uses them from now on: machines, people and readers of streams. */
  async begin(): Promise<void> {
    this.#old = await this.#versions.startEarlier()
    const { api, ingest } = this.#old
    const staff = await this.#nodes.signIn(api)
    this.#alarms = await AlarmsOverVersions.begin(this.#nodes, staff, this.#receiver)
    const ports = async () => this.#nodes.of('api').flatMap(({ process }) => process.ports?.httpPort ?? [])
    for (let place = 0; place < READERS; place += 1) {
      this.#readers.push(new ReturningReader(ports, () => staff.headers(), place, 'any'))
    }
    this.#requests = await SteadyRequests.begin(this.#nodes, staff)
    await this.#underLoad()
    await this.#alarms.raiseAt(ingest)
  }

  /** The new worker migrates while the old nodes serve; the others wait for it. */
  async migrateBeside(): Promise<void> {
    const port = await freePort()
    const api = await this.#versions.start('api', { PORT: port })
    const ingest = await this.#versions.start('ingest')
    const answer = async () => await this.#nodes.readiness(Number(port))
    await until('a new node that waits', async () => (await answer()).status === 503, Looks.unlimited())
    const worker = await this.#versions.start('worker')
    this.#next = { worker, api, ingest }
    await this.#versions.ready(this.#next)
    await this.#versions.ready(begun(this.#old))
    await this.#underLoad()
  }

  /** The api nodes of each version accept sessions and settings of the other. */
  async passBothWays(): Promise<void> {
    const [old, next] = [begun(this.#old), begun(this.#next)]
    for (const [from, to] of [
      [old.api, next.api],
      [next.api, old.api],
    ] as const) {
      await passSession(this.#nodes, from, to)
      await passSetting(this.#nodes, from, to)
    }
  }

  /** Both versions show what machines send to an ingest node of either, and alarms are raised whichever judges. */
  async passRecords(): Promise<void> {
    const [old, next] = [begun(this.#old), begun(this.#next)]
    for (const { ingest } of [old, next]) await this.#record(ingest, [old.api, next.api])
  }

  /** Either of two workers may do a job, so each is the only one for a while. */
  async passJobs(): Promise<void> {
    const [old, next] = [begun(this.#old), begun(this.#next)]
    await this.#versions.stop(next.worker)
    await passJobs(this.#nodes, next.api, old.api)
    next.worker = await this.#versions.start('worker')
    await this.#nodes.ready(next.worker)
    await this.#versions.stop(old.worker)
    await passJobs(this.#nodes, old.api, next.api)
  }

  /** Rows of each version at the other. */
  async compareRows(): Promise<RowsFound> {
    return await compareRows(this.#nodes, begun(this.#old).api, begun(this.#next).api, this.#migration)
  }

  /** Everything that can be read, when both versions have written. */
  async compareReads(): Promise<{ answered: number; faults: string[] }> {
    return await compareReads(this.#nodes, begun(this.#old).api, begun(this.#next).api)
  }

  /** The old nodes that are left end one after the other. */
  async replace(): Promise<void> {
    const [old, next] = [begun(this.#old), begun(this.#next)]
    await this.#versions.stop(old.ingest)
    await this.#underLoad()
    await begun(this.#alarms).raiseAt(next.ingest)
    await this.#versions.stop(old.api)
    await this.#underLoad()
  }

  /** Earlier nodes start on the schema of the present version, and take its place. */
  async goBack(): Promise<void> {
    const next = begun(this.#next)
    const back = await this.#versions.startEarlier()
    this.#back = back
    await this.#versions.ready(next)
    await passSession(this.#nodes, next.api, back.api)
    for (const node of [next.worker, next.ingest, next.api]) {
      await this.#versions.stop(node)
      await this.#underLoad()
    }
    await this.#record(back.ingest, [back.api])
    await passJobs(this.#nodes, back.api, back.api)
  }

  /** Ends all requests, and waits until everything that was sent has been acknowledged. @returns what was not answered with 200 */
  async endLoad(): Promise<string[]> {
    await until('all streams', () => this.#readers.every((reader) => reader.isOpen))
    await this.close()
    await this.#nodes.drain()
    return begun(this.#requests).faults
  }

  /** @returns how many records were acknowledged, each of which is stored once @throws AssertionError where that is not so */
  async verifyRecords(): Promise<number> {
    const records = await this.#nodes.verify({ uncounted: UNCOUNTED })
    const gaps = this.#readers.flatMap((reader) => reader.gaps)
    const found = { records, requests: this.requests, streamGapsMs: gaps }
    process.stdout.write(`From migration ${this.#migration}: ${JSON.stringify(found)}\n`)
    return records
  }

  /** The machines that have reported a temperature, those with an alarm, one for each alarm, and what the webhook was sent. */
  async allAlarms(): ReturnType<AlarmsOverVersions['all']> {
    return await begun(this.#alarms).all()
  }

  /** A migration arrives that the earlier code does not work with. */
  async meetNewerSchema(): Promise<void> {
    await this.#nodes.sql(
      `INSERT INTO migration (name, checksum, oldest_code) VALUES ('${NEWER}-takes-away.sql', '', ${NEWER})`,
    )
    await this.#versions.expectRefused(begun(this.#back), NEWER)
  }

  /** Lines of the logs that say that something has failed. */
  get errors(): string[] {
    return this.#versions.errors
  }

  /** How often each node answered people, by the status. */
  get requests(): Record<string, Record<string, number>> {
    const counts = [...begun(this.#requests).answered].map(([id, of]) => [id, Object.fromEntries(of)])
    return Object.fromEntries(counts)
  }

  /** A record and an alarm of what is sent to an ingest node. */
  async #record(ingest: TestNode, apis: readonly TestNode[]): Promise<void> {
    this.#cycles += 1
    await passRecord(this.#nodes, ingest, apis, this.#cycles)
    await begun(this.#alarms).raiseAt(ingest)
  }

  async #underLoad(): Promise<void> {
    await this.#nodes.publish(seed, 'steady')
    await this.#nodes.underLoad()
  }
}

function begun<Begun>(what: Begun | undefined): Begun {
  if (what === undefined) throw new Error('A step before this one was left out.')
  return what
}
