import type { OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { sampleAccounts, sampleDeviceName, type TokenPair, tokenPairSchema } from '@packhouse/contract'
import type { IClientOptions } from 'mqtt'
import pg from 'pg'
import { FLUSH_PATIENCE_MS } from '../../src/access/refusal-log.ts'
import { type App, startApp } from '../../src/app.ts'
import { RetentionJob } from '../../src/history/index.ts'
import { readConfig } from '../../src/platform/config.ts'
import { DatabaseFaults } from '../../src/platform/database-faults.ts'
import { DiskSpace } from '../../src/platform/disk-space.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { createLog } from '../../src/platform/log.ts'
import { LEVELS, LogOutput } from '../../src/platform/logs/log-output.ts'
import { Caller } from './caller.ts'
import { type ClonedDatabase, cloneDatabase, SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD, serviceUrl } from './databases.ts'
import { Device } from './device.ts'
import { EventStream } from './event-stream.ts'
import { LastingSignIn } from './lasting-sign-in.ts'
import { makeVolatileFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** The sample accounts by the part of their address before the @. */
export type AccountName = 'customer' | 'other' | 'staff' | 'denied'

export interface TestAppOptions {
  /** Variables of the configuration beside those that a test needs anyway. */
  environment?: NodeJS.ProcessEnv
  /** Another app, of whose installation this is a further node: on its database, with its files. It is started before, and stopped after. */
  beside?: TestApp
  /** Statements for the database before the product starts. */
  prepare?: string
  /** Periodic jobs run when they are due, as in the product. Otherwise one runs after `makeDue` alone: none takes what a test has just prepared for itself. */
  hasPeriodicJobs?: boolean
  /** The way to the database, for tests that stand in it; the address itself where nothing is given. */
  route?: (databaseUrl: string) => Promise<string> | string
  /** The way through a pooler, for everything that may share connections. */
  pooler?: (databaseUrl: string) => string
  /** The way to what history is read from. */
  replica?: (databaseUrl: string) => string
}

/** Those of a new installation would be due at once. */
const NO_JOB_IS_DUE = `
  CREATE FUNCTION not_due() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.last_success_at := now() + interval '100 years';
    NEW.is_wanted := false;
    RETURN NEW;
  END $$;
  CREATE TRIGGER not_due BEFORE INSERT ON periodic_job FOR EACH ROW EXECUTE FUNCTION not_due()`

/** One account does in a minute of a test what a person does in a day, and a busy test process is no busy server. */
export const UNLIMITED = {
  HTTP_NEW_CONNECTIONS_PER_ADDRESS: '1000000',
  RATE_PER_USER: '10000000',
  RATE_PER_ADDRESS: '10000000',
  RATE_ANONYMOUS: '10000000',
  REQUESTS_AT_ONCE_PER_USER: '10000',
  REQUESTS_AT_ONCE_ANONYMOUS: '10000',
  STREAMS_PER_USER: '10000',
  STREAMS_PER_ADDRESS: '10000',
  PRESSURE_EVENT_LOOP_MS: '0',
  DATABASE_WAIT_MS: '60000',
  SEARCH_STATEMENT_MS: '60000',
  SEARCH_TOTAL_MS: '60000',
  PDF_WAIT_MS: '30000',
  XLSX_TIMEOUT_MS: '300000',
}

/** The pooler before all databases of a run with TEST_POOLER=on. */
function poolerOfTheRun(): TestAppOptions['pooler'] {
  const { TEST_POOLER_URL } = process.env
  if (TEST_POOLER_URL === undefined) return undefined
  const { host } = new URL(TEST_POOLER_URL)
  return (databaseUrl) => Object.assign(new URL(databaseUrl), { host }).href
}

/** The real product on its own database, with free ports, and everything a test wants to ask it. */
export class TestApp {
  readonly #serverUrl: string
  readonly #options: TestAppOptions
  #dataDir: string | undefined
  readonly #callers = new Map<AccountName, Promise<Caller>>()
  readonly #devices: Device[] = []
  readonly #streams: EventStream[] = []
  readonly #undo: (() => unknown)[] = []
  #database: ClonedDatabase | undefined
  #pool: pg.Pool | undefined
  #app: App | undefined
  /** Lines of the log from `warn` on. */
  readonly logged: { level: number; msg: string }[] = []

  /** @param serverUrl a server as given by `startDatabaseServer` */
  constructor(serverUrl: string, options: TestAppOptions = {}) {
    this.#serverUrl = serverUrl
    this.#options = options
  }

  async start(): Promise<this> {
    const folder = await makeVolatileFolder('app')
    this.#dataDir = folder.path
    this.#undo.push(folder.remove)
    if (this.#options.beside === undefined) {
      const database = await cloneDatabase(this.#serverUrl)
      this.#database = database
      this.#undo.push(() => database.drop())
    }
    const pool = new pg.Pool({ connectionString: this.databaseUrl, max: 4 })
    // Dropped databases and stopped servers end connections; the test that waits for an answer hears of it there.
    pool.on('error', () => undefined)
    this.#pool = pool
    this.#undo.push(() => pool.end())
    if (this.#options.prepare !== undefined) await pool.query(this.#options.prepare)
    if (!this.#options.hasPeriodicJobs && this.#options.beside === undefined) await pool.query(NO_JOB_IS_DUE)
    await this.startProduct()
    return this
  }

  /** Starts the product once more after `stopProduct`, on the same database. */
  async startProduct(): Promise<void> {
    const dataDir = this.dataDir
    const own = { PORT: '0', MQTT_PORT: '0', DATA_DIR: dataDir, SIMULATOR: 'off' }
    const { beside, pooler, replica } = this.#options
    const shared = beside === undefined ? {} : { FILES_URL: join(beside.dataDir, 'files'), PUBLIC_URL: beside.url }
    const environment = { ...own, ...shared, ...UNLIMITED, ...this.#options.environment }
    const url = serviceUrl(this.databaseUrl)
    const config = {
      ...readConfig({ ...environment, ...('ROLE' in environment ? { DATABASE_URL: url } : {}) }),
      ...(replica === undefined ? {} : { replica: { url: replica(url), lagSeconds: 10 } }),
    }
    const logOutput = new LogOutput((text) => this.#collect(text), LEVELS.warn)
    const log = createLog('warn', logOutput)
    const app = await startApp({
      config,
      log,
      logOutput,
      faults: new DatabaseFaults(new DiskSpace(config.diskMinFreeBytes, log), log),
      databaseUrl: (await this.#options.route?.(url)) ?? url,
      pooledUrl: (pooler ?? poolerOfTheRun())?.(url),
      keys: keysOf('token key of the tests'),
      samplePasswords: config.sample ? { people: SAMPLE_PASSWORD, device: SAMPLE_DEVICE_PASSWORD } : undefined,
      version: '0.0.0-test',
      webRoot: dataDir,
      checkAnswers: true,
    })
    this.#app = app
  }

  async stopProduct(): Promise<void> {
    for (const stream of this.#streams.splice(0)) stream.close()
    await Promise.all(this.#devices.splice(0).map((device) => device.close()))
    const app = this.#app
    this.#app = undefined
    this.#callers.clear()
    await app?.stop()
  }

  async stop(): Promise<void> {
    await this.stopProduct()
    for (const step of this.#undo.splice(0).reverse()) await step()
  }

  /** The folder of what the product stores outside its database. */
  get dataDir(): string {
    if (this.#dataDir === undefined) throw new Error('The test app has not been started.')
    return this.#dataDir
  }

  get port(): number {
    return this.#running.httpPort
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get mqttPort(): number {
    return this.#running.mqttPort
  }

  /** The port of MQTT over TLS. */
  get mqttsPort(): number {
    return this.#running.mqtts?.port ?? 0
  }

  get databaseUrl(): string {
    if (this.#options.beside !== undefined) return this.#options.beside.databaseUrl
    if (this.#database === undefined) throw new Error('The test app has not been started.')
    return this.#database.url
  }

  get administratorLink(): string | undefined {
    return this.#running.administratorLink
  }

  get anonymous(): Caller {
    return new Caller(this.port)
  }

  /** A sample account, signed in once per app for as long as its tests take. */
  as(name: AccountName): Promise<Caller> {
    const known = this.#callers.get(name)
    if (known !== undefined) return known
    const caller = this.user(emailOf(name))
    this.#callers.set(name, caller)
    caller.catch(() => this.#callers.delete(name))
    return caller
  }

  /** Somebody who is signed in for as long as the tests of a file take. */
  async user(email: string, password = SAMPLE_PASSWORD): Promise<Caller> {
    const again = async () => {
      const answer = await this.anonymous.post('/v1/auth/login', { email, password })
      return tokenPairSchema.safeParse(answer.body).data
    }
    return new Caller(this.port, new LastingSignIn(await this.login(email, password), again))
  }

  /** Signs a sample account in once more: one session with its tokens, which ends after its time as anybody's does. */
  async signIn(name: AccountName): Promise<Caller> {
    return new Caller(this.port, await this.login(emailOf(name)))
  }

  async login(email: string, password = SAMPLE_PASSWORD): Promise<TokenPair> {
    return tokenPairSchema.parse(await this.anonymous.call('login', { body: { email, password } }))
  }

  /** A device that is connected; the sample device unless others are named. */
  async device(options: IClientOptions = {}): Promise<Device> {
    const signIn = { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD }
    return await this.deviceAt(`mqtt://127.0.0.1:${this.mqttPort}`, { ...signIn, ...options })
  }

  /** A device that is connected by another door, without a name or a key unless they are given. */
  async deviceAt(url: string, options: IClientOptions = {}): Promise<Device> {
    const device = await Device.connectTo(url, options)
    this.#devices.push(device)
    return device
  }

  async stream(caller: Caller, lastEventId?: string, headers: OutgoingHttpHeaders = {}): Promise<EventStream> {
    const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const stream = await EventStream.open(this.port, { ...(await caller.headers()), ...resume, ...headers })
    this.#streams.push(stream)
    return stream
  }

  /** Refusals are written behind the answer; those up to now are in the log when this resolves. */
  async written(): Promise<void> {
    const staff = await this.as('staff')
    await until('an answer that has waited for the log', async () => {
      const asked = performance.now()
      await staff.call('listAuthLog', { query: { limit: '1' } })
      return performance.now() - asked < FLUSH_PATIENCE_MS
    })
  }

  /** Runs a statement as the owner of the database. @returns its rows */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#connections.query<Row>(text, values)).rows
  }

  /** Seals what is due and removes what is old, as the product does every few minutes. @param now Unix ms */
  async runRetention(now = Date.now()): Promise<{ sealed: number; removed: number }> {
    // A new one looks at everything; one that runs knows what it has done. That of the product may be at it just now.
    const job = new RetentionJob(this.databaseUrl, this.#connections, createLog('warn'))
    return await until('a round beside which there is no other', () => job.round(now))
  }

  /** Its own connection, for transactions; ended with the app. */
  async connection(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.databaseUrl })
    await client.connect()
    this.#undo.push(() => client.end())
    return client
  }

  get #running(): App {
    if (this.#app === undefined) throw new Error('The test app has not been started.')
    return this.#app
  }

  get #connections(): pg.Pool {
    if (this.#pool === undefined) throw new Error('The test app has not been started.')
    return this.#pool
  }

  /** Answers are looked at by the tests that asked for them. */
  #collect(text: string): void {
    const line = JSON.parse(text)
    if (line.part !== 'http') this.logged.push(line)
  }
}

export function emailOf(name: AccountName): string {
  const account = sampleAccounts.find(({ email }) => email.startsWith(`${name}@`))
  if (account === undefined) throw new Error(`There is no sample account ${name}.`)
  return account.email
}

/** Starts the product on a clone of the template. Anyone who starts it stops it. */
export async function startTestApp(serverUrl: string, options?: TestAppOptions): Promise<TestApp> {
  return await new TestApp(serverUrl, options).start()
}
