import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenPairSchema } from '@packhouse/contract'
import pg from 'pg'
import { Caller } from './caller.ts'
import type { LedgerEntry } from './crash/ledger.ts'
import { Publishing } from './crash/publishing.ts'
import { makePublishingKey } from './crash/publishing-key.ts'
import { missingIn, verifyAgainstLedger } from './crash/verify.ts'
import {
  cloneDatabase,
  createOwnedDatabase,
  type OwnedDatabase,
  SAMPLE_DEVICE_PASSWORD,
  SAMPLE_PASSWORD,
  serviceUrl,
} from './databases.ts'
import { sendRequest } from './http-request.ts'
import { LastingSignIn } from './lasting-sign-in.ts'
import { Looks } from './looks.ts'
import { type ProcessEnd, ServerProcess } from './server-process.ts'
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'
import { emailOf } from './test-app.ts'
import { until } from './until.ts'

/** About 150 records a second of all senders of MQTT together. */
const STEADY_PACE = 1
/** Records of a batch over HTTP at that pace. */
const STEADY_BATCH = 3
/** Records that do not come for so many looks do not come at all. */
const LAST_LOOKS = 20
const LOOK_MS = 500

/** One process of an installation of several. */
export interface TestNode {
  id: string
  role: string
  process: ServerProcess
}

/** An installation of several processes on one database, as an operator runs it, with devices that publish and a ledger of what was acknowledged. */
export class TestNodes {
  readonly #folder: TemporaryFolder
  readonly #database: OwnedDatabase
  readonly #secrets: string
  readonly #environment: NodeJS.ProcessEnv
  /** Of a broker of others, which devices publish to instead of the nodes. */
  readonly #brokerPort: number | undefined
  readonly #nodes = new Set<TestNode>()
  #started = 0
  #publishing: Publishing | undefined
  #key: string | undefined
  #drained: Promise<void> | undefined
  #pool: pg.Pool

  private constructor(
    folder: TemporaryFolder,
    database: OwnedDatabase,
    environment: NodeJS.ProcessEnv,
    brokerUrl: string | undefined,
  ) {
    this.#folder = folder
    this.#database = database
    this.#environment = brokerUrl === undefined ? environment : { ...environment, BROKER_URL: brokerUrl }
    this.#brokerPort = brokerUrl === undefined ? undefined : Number(new URL(brokerUrl).port)
    const secret = () => randomBytes(32).toString('base64url')
    this.#secrets = JSON.stringify({ database: secret(), tokens: secret() })
    this.#pool = new pg.Pool({ connectionString: database.url, max: 2 })
    this.#pool.on('error', () => undefined)
  }

  /** @param serverUrl as given by `startDatabaseServer` @param brokerUrl of a broker of others */
  static async create(serverUrl: string, environment: NodeJS.ProcessEnv = {}, brokerUrl?: string): Promise<TestNodes> {
    const database = await cloneDatabase(serverUrl)
    const owned = { ...database, productUrl: serviceUrl(database.url) }
    return new TestNodes(await makeTemporaryFolder('nodes'), owned, environment, brokerUrl)
  }

  /** On a database with nothing in it, which the first worker migrates. @param serverUrl as given by `startDatabaseServer` */
  static async createEmpty(serverUrl: string, environment: NodeJS.ProcessEnv = {}): Promise<TestNodes> {
    const database = await createOwnedDatabase(serverUrl)
    return new TestNodes(await makeTemporaryFolder('nodes'), database, environment, undefined)
  }

  /**
   * Starts a node. It need not be ready when this resolves.
   * @param environment what it has and the others have not
   * @param main of another version of the product
   */
  async start(role: string, environment: NodeJS.ProcessEnv = {}, main?: string): Promise<TestNode> {
    this.#started += 1
    const id = `${role}-${this.#started}`
    const dataDir = join(this.#folder.path, id)
    await mkdir(dataDir, { mode: 0o700 })
    await writeFile(join(dataDir, 'secrets.json'), this.#secrets, { mode: 0o600 })
    const variables = {
      ROLE: role,
      NODE_ID: id,
      DATABASE_URL: this.#database.productUrl,
      DATABASE_POOL: '14',
      SAMPLE_PASSWORD,
      SAMPLE_DEVICE_PASSWORD,
      ...this.#environment,
      ...environment,
    }
    const process = new ServerProcess(dataDir, variables, [], main)
    const node = { id, role, process }
    this.#nodes.add(node)
    return node
  }

  /** Starts nodes and waits until all are ready. */
  async startAll(roles: readonly string[]): Promise<TestNode[]> {
    const nodes: TestNode[] = []
    for (const role of roles) nodes.push(await this.start(role))
    for (const node of nodes) await this.ready(node)
    return nodes
  }

  async ready(node: TestNode): Promise<void> {
    const isReady = async () => {
      const { end, ports, output } = node.process
      if (end !== undefined) throw new Error(`${node.id} has ended (${JSON.stringify(end)}):\n${output}`)
      return ports !== undefined && (await this.readiness(ports.httpPort)).status === 200
    }
    await until(`${node.id} to be ready`, isReady, Looks.unlimited())
  }

  /** What a node says of itself. */
  async readiness(port: number): Promise<{ status: number; body: unknown }> {
    return await sendRequest(port, '/readyz').catch((error: Error) => ({ status: 0, body: error.message }))
  }

  /** The nodes with a role that run. */
  of(role: string): TestNode[] {
    return [...this.#nodes].filter((node) => node.role === role && node.process.end === undefined)
  }

  async portOf(node: TestNode): Promise<number> {
    return (await node.process.ready()).httpPort
  }

  /** Ends a node without warning. */
  async kill(node: TestNode): Promise<void> {
    this.#nodes.delete(node)
    await node.process.kill()
  }

  /** Ends a node in order. @returns how, and how long it took */
  async stop(node: TestNode): Promise<ProcessEnd & { ms: number }> {
    this.#nodes.delete(node)
    const began = performance.now()
    return { ...(await node.process.stop()), ms: Math.round(performance.now() - began) }
  }

  /** Somebody who signs in at a node, and again at any that runs by then. */
  async signIn(node: TestNode, name: 'staff' | 'customer' = 'staff'): Promise<Caller> {
    return await this.user(node, emailOf(name))
  }

  /** The same with a mail address. */
  async user(node: TestNode, email: string): Promise<Caller> {
    const body = { email, password: SAMPLE_PASSWORD }
    const login = async (at: TestNode) =>
      tokenPairSchema.parse(await new Caller(await this.portOf(at)).call('login', { body }))
    const again = () => login(this.of('api')[0] ?? node)
    return new Caller(await this.portOf(node), new LastingSignIn(await login(node), again))
  }

  /**
   * Devices publish from now on, to the nodes that run; once more after nodes have come or gone.
   * @param load `steady`: at a pace that leaves nodes time for other work
   */
  async publish(seed: number, load: 'full' | 'steady' = 'full'): Promise<void> {
    const [api] = this.of('api')
    if (api === undefined) throw new Error('Somebody has to make the key.')
    this.#key ??= await makePublishingKey(await this.portOf(api))
    this.#publishing ??= await Publishing.start(join(this.#folder.path, 'ledger'), seed)
    const mqttPorts =
      this.#brokerPort === undefined
        ? await Promise.all(this.of('ingest').map(async (node) => (await node.process.ready()).mqttPort))
        : [this.#brokerPort]
    const [mqttPort = 0] = mqttPorts
    const pace = this.#brokerPort === undefined && load === 'full' ? {} : { pace: STEADY_PACE }
    const batch = load === 'full' ? {} : { batch: STEADY_BATCH }
    const http = { port: await this.portOf(api), key: this.#key, ...batch }
    this.#publishing.goTo({ mqttPort, mqttPorts, ...pace, http })
  }

  /** Resolves when more records have been acknowledged. */
  async underLoad(): Promise<void> {
    await this.#publishing?.underLoad()
  }

  /** Waits until everything that was sent has been acknowledged; nothing more is sent from then on. */
  async drain(): Promise<void> {
    this.#drained ??= this.#publishing?.drain()
    await this.#drained
  }

  /** What was acknowledged until now and is not stored, once no more of it comes: a broker of others acknowledges by itself. */
  async missing(): Promise<LedgerEntry[]> {
    const ledger = (await this.#publishing?.ledger()) ?? []
    let missing = ledger
    for (let looks = 0; looks < LAST_LOOKS && missing.length > 0; looks += 1) {
      const left = await missingIn(this.#database.url, missing)
      if (left.length < missing.length) looks = 0
      missing = left
      if (missing.length > 0) await sleep(LOOK_MS)
    }
    return missing
  }

  /**
   * Waits until everything was acknowledged and compares the database with the ledger.
   * @param lost records that a broker of others has lost
   * @param uncounted columns of roll-ups that an earlier version, which has stored some of it, does not know
   * @returns how many records were acknowledged
   * @throws AssertionError where one is missing, other or there twice
   */
  async verify({
    lost = [],
    uncounted = [],
  }: {
    lost?: readonly LedgerEntry[]
    uncounted?: readonly string[]
  } = {}): Promise<number> {
    if (this.#publishing === undefined) throw new Error('Nothing was published.')
    await this.drain()
    const ledger = await this.#publishing.ledger()
    const isLost = new Set(lost.map(recordName))
    await verifyAgainstLedger(
      this.#database.url,
      ledger.filter((entry) => !isLost.has(recordName(entry))),
      uncounted,
    )
    return ledger.length
  }

  get databaseUrl(): string {
    return this.#database.url
  }

  /** Runs a statement as the owner of the database. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows
  }

  /** What the processes have written to their logs. */
  get output(): string {
    return [...this.#nodes].map(({ id, process }) => `${id}:\n${process.output}`).join('\n')
  }

  async end(): Promise<void> {
    this.#publishing?.end()
    await Promise.all([...this.#nodes].map(async ({ process }) => process.end ?? (await process.kill())))
    await this.#pool.end()
    await this.#database.drop()
    await this.#folder.remove()
  }
}

/** Names a record of a ledger. */
export function recordName({ machineID, at }: LedgerEntry): string {
  return `${machineID} ${at}`
}
