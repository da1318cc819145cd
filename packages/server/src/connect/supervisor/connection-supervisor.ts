import { clock, type Timer } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { BEHIND_SIGNALS_MS, type DatabaseSignals } from '../../platform/database-signals.ts'
import { Encryption } from '../../platform/encryption.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import { isFullDisk } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { ConnectionKind, ConnectionSettings, RunningConnection, StopReason } from './connection-kind.ts'
import { ConnectionLocks } from './connection-locks.ts'
import { ConnectionSecrets } from './connection-secrets.ts'
import { type ConnectionState, readState, writeStates } from './connection-states.ts'
import { StatusWriter } from './status-writer.ts'

/** How soon a connection is taken over that another server has left, and one is tried again that failed to begin. */
const POLL_MS = 2_000
/** How often counters are written while they change. */
const WRITE_MS = 1_000

export interface SupervisorParts {
  database: Pick<Database, 'pool'>
  databaseUrl: string
  log: Log
  /** The key of the installation, from which that of the stored secrets is made. */
  keys: InstallationKeys
  /** Whether nothing may be connected to: this is a restored copy, and the original may still run. */
  copy?: { isPaused: boolean }
  /** Notifies of changes in the table of the connections. */
  signals: Pick<DatabaseSignals, 'on'>
}

/**
 * Runs the connections of one kind that are switched on in the database, each on one server, or on as many as may share it.
 * What is changed there is taken over, and what becomes of each is written back (decision 0037).
 */
export class ConnectionSupervisor<Settings extends ConnectionSettings, State extends ConnectionState, Test> {
  /** Encrypts what is stored of the secrets. */
  readonly secrets: ConnectionSecrets
  readonly kind: ConnectionKind<Settings, State, Test>
  readonly #database: Pick<Database, 'pool'>
  readonly #log: Log
  readonly #copy: SupervisorParts['copy']
  readonly #locks: ConnectionLocks
  readonly #status: StatusWriter<State>
  readonly #running = new Map<string, RunningConnection<Settings, State>>()
  #timers: Timer[] = []
  /** One round after the other. */
  #work: Promise<void> = Promise.resolve()
  #isRunning = false
  /** When it was found that none is switched on, by clock.monotonic(). */
  #foundNoneAt = Number.NEGATIVE_INFINITY
  #issue: string | undefined

  constructor(
    kind: ConnectionKind<Settings, State, Test>,
    { database, databaseUrl, log, keys, copy, signals }: SupervisorParts,
  ) {
    this.kind = kind
    this.#database = database
    this.#log = log
    this.#copy = copy
    this.secrets = new ConnectionSecrets(new Encryption(keys, kind.secrets.use), kind.secrets.fields)
    this.#locks = new ConnectionLocks(databaseUrl, kind.table)
    this.#status = new StatusWriter((running) => writeStates(database.pool, kind, running), log, kind.nouns.many)
    const refresh = () => void this.refresh()
    signals.on(kind.table, { heard: refresh, missed: refresh })
  }

  async start(): Promise<void> {
    this.#isRunning = true
    await this.refresh()
    const writeChanged = () => void this.#writeChanged()
    this.#timers = [clock.every(POLL_MS, () => this.#look()), clock.every(WRITE_MS, writeChanged)]
  }

  /** Ends all connections and leaves them to other servers. */
  async stop(): Promise<void> {
    this.#isRunning = false
    for (const timer of this.#timers) timer.stop()
    await this.#work
    const running = [...this.#running.values()]
    await Promise.all(running.map((connection) => connection.stop({ why: 'shutdown' })))
    for (const { state } of running) state.status = 'waiting'
    await this.#status.write(running)
    this.#running.clear()
    await this.#locks.close()
  }

  /** Where none is switched on, a signal says when one is. */
  #look(): void {
    if (clock.monotonic() - this.#foundNoneAt >= BEHIND_SIGNALS_MS) void this.refresh()
  }

  /** Takes over what was changed: at once, or as soon as the round under way is over. */
  refresh(): Promise<void> {
    this.#work = this.#work.then(async () => {
      // A process that takes nothing in leaves connections to others.
      if (!this.#isRunning) return
      try {
        await this.#round()
        this.#issue = undefined
      } catch (error) {
        const { message } = error as Error
        if (this.#issue !== message && !isFullDisk(message))
          this.#log.warn({ error: message }, `The ${this.kind.nouns.many} could not be looked at`)
        this.#issue = message
      }
    })
    return this.#work
  }

  /** The settings of a connection, switched on or not, with its secrets opened. */
  async find(id: string): Promise<Settings | undefined> {
    const [found] = await this.#read(`${this.kind.table}.id = $1`, [id])
    return found
  }

  async #read(condition: string, values: readonly unknown[] = []): Promise<Settings[]> {
    return await this.kind.read(this.#database.pool, this.secrets, condition, values)
  }

  async #round(): Promise<void> {
    const { table } = this.kind
    const wanted = this.#copy?.isPaused ? [] : await this.#read(`${table}.enabled ORDER BY ${table}.id`)
    const hasNone = wanted.length === 0 && this.#running.size === 0
    this.#foundNoneAt = hasNone && !this.#copy?.isPaused ? clock.monotonic() : Number.NEGATIVE_INFINITY
    if (hasNone) return
    if (await this.#locks.open()) await this.#retakeLocks()
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#running.keys()) if (!ids.has(id)) await this.#end(id, { why: 'removed' })
    const failures: unknown[] = []
    // One that fails holds up no other; all are tried again in the next round.
    for (const settings of wanted) await this.#adopt(settings).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  /** What another server took over while the database was away, this one leaves. */
  async #retakeLocks(): Promise<void> {
    for (const [id, { slot }] of this.#running) {
      if (!(await this.#locks.retake(id, slot))) await this.#end(id, { why: 'lockLost' })
    }
  }

  async #adopt(settings: Settings): Promise<void> {
    const running = this.#running.get(settings.id)
    if (running !== undefined && this.kind.isSame(running.settings, settings)) {
      await running.review?.()
      return
    }
    await this.#end(settings.id, { why: 'changed', next: settings })
    await this.#begin(settings)
  }

  async #begin(settings: Settings): Promise<void> {
    const { id } = settings
    const slot = await this.#locks.take(id, this.kind.isShared(settings))
    if (slot === undefined) return
    try {
      const state = await readState(this.#database.pool, this.kind, { id, slot })
      const connection = this.kind.open(settings, { slot, state }, () => void this.#writeChanged())
      this.#running.set(id, connection)
      connection.start()
    } catch (error) {
      this.#running.delete(id)
      // The session would count the lock twice in the next round, and give it back once.
      await this.#locks.release(id, slot)
      throw error
    }
  }

  async #end(id: string, reason: StopReason<Settings>): Promise<void> {
    const connection = this.#running.get(id)
    if (connection === undefined) return
    this.#running.delete(id)
    this.#status.forget(id)
    await connection.stop(reason)
    await this.#status.write([connection])
    await this.#locks.release(id, connection.slot)
  }

  async #writeChanged(): Promise<void> {
    await this.#status.writeChanged(this.#running.values())
  }
}
