import pg from 'pg'
import { clock, type Timer } from './clock.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'

const RETRY_MS = 1_000
/** How often it is asked whether the connection still works, and how long an answer may take. */
const PROBE_MS = 10_000
const PATIENCE_MS = 5_000

/** How often it is asked for what signals tell of, for when one is lost. */
export const BEHIND_SIGNALS_MS = 10_000

/**
 * What triggers of the migrations notify of: parts of projects (0047), settings (0056), the registration of machines (0064), values for
 * machines of other nodes (0084), and tables that processes follow (0092). And, once a second, how nodes have counted requests (`SharedRates`).
 */
export type SignalChannel = 'project' | 'setting' | 'machine' | 'command' | 'rate' | FollowedTable

/** Each has a channel of its name. */
export const followedTables = ['alarm_rule', 'tag_map', 'mqtt_subscriber', 'opcua_connection', 'log_debug'] as const
export type FollowedTable = (typeof followedTables)[number]

export interface SignalListener {
  heard: (payload: string) => void
  /** Some may have been missed: the connection is a new one. */
  missed: () => void
}

/** Hears what any process does to rare things, over one connection of this process that listens. */
export class DatabaseSignals {
  readonly #url: string
  readonly #issues: IssueLog
  readonly #listeners = new Map<SignalChannel, SignalListener>()
  #client: pg.Client | undefined
  #timer: Timer | undefined
  #isStopped = false

  constructor(url: string, log: Log) {
    this.#url = url
    this.#issues = new IssueLog(log, 'Signals of the database arrive again')
  }

  /** To be called before the start. */
  on(channel: SignalChannel, listener: SignalListener): void {
    this.#listeners.set(channel, listener)
  }

  /** Resolves when it listens, or has failed to and tries again by itself. */
  async start(): Promise<void> {
    this.#isStopped = false
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.stop()
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload = '' }) => this.#listenerOf(channel)?.heard(payload))
    try {
      await client.connect()
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${channel}`)
    } catch (error) {
      this.#issues.meet('Signals of the database do not arrive', { error: String(error) })
      this.#lose(client)
      return
    }
    if (this.#client !== client) return
    this.#issues.end()
    for (const listener of this.#listeners.values()) listener.missed()
    this.#probeLater(client)
  }

  #listenerOf(channel: string): SignalListener | undefined {
    return (this.#listeners as ReadonlyMap<string, SignalListener>).get(channel)
  }

  /** A network may lose a connection without a word. */
  #probeLater(client: pg.Client): void {
    this.#timer = clock.timeout(PROBE_MS, () => {
      client.query('SELECT 1').then(
        () => this.#client === client && this.#probeLater(client),
        () => this.#lose(client),
      )
    })
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#timer?.stop()
    void client.end().catch(() => undefined)
    if (!this.#isStopped) this.#timer = clock.timeout(RETRY_MS, () => void this.#connect())
  }
}
