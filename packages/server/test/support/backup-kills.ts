import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { listBackups, readManifest, verifyBackup } from '../../src/platform/backup/stored-backups.ts'
import { FolderStore } from '../../src/platform/object-store/folder-store.ts'
import { Draws, digestsOf } from './random-rows.ts'
import { openDatabaseOf, ServerProcess } from './server-process.ts'
import { makeVolatileFolder } from './temporary-folder.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const PASSPHRASE = 'a passphrase of the faults'
/** Rounds after which the server is started, too. */
const START_EVERY = 10

export interface BackupKillOptions {
  /** Kills of backups, and as many of restores. */
  rounds: number
  seed: number
  ledgerFolder: string
  report: (line: string) => void
}

export interface BackupKillResult {
  kills: { backup: number; restore: number }
  /** Runs that had ended before they were to be killed. */
  ended: number
  /** Kills behind the swap: the copy was in its place, and the old database beside it. */
  swapped: number
  starts: number
  faults: string[]
}

/** Kills backups and restores of an installation with an embedded database at random moments, and looks at its data after each. */
export async function runBackupKills(options: BackupKillOptions): Promise<BackupKillResult> {
  const folder = await makeVolatileFolder('backup-kills')
  try {
    return await new KillRun(folder.path, options).run()
  } finally {
    await folder.remove()
  }
}

class KillRun {
  readonly #options: BackupKillOptions
  readonly #draws: Draws
  readonly #dataDir: string
  readonly #backups: FolderStore
  readonly #result: BackupKillResult = {
    ...{ kills: { backup: 0, restore: 0 }, ended: 0, swapped: 0, starts: 0, faults: [] },
  }
  #expected: Record<string, string> = {}
  #known = new Set<string>()

  constructor(folder: string, options: BackupKillOptions) {
    this.#options = options
    this.#draws = new Draws(options.seed)
    this.#dataDir = join(folder, 'data')
    this.#backups = new FolderStore(join(folder, 'backups'))
  }

  async run(): Promise<BackupKillResult> {
    await this.#startServer()
    const backupMs = await this.#complete('backup')
    await this.#look()
    for (let round = 1; round <= this.#options.rounds; round++) await this.#round('backup', round, backupMs)
    await this.#complete('backup')
    const restoreMs = await this.#complete('restore')
    await this.#look()
    for (let round = 1; round <= this.#options.rounds; round++) await this.#round('restore', round, restoreMs)
    await this.#complete('restore')
    await this.#startServer()
    return this.#result
  }

  async #round(command: 'backup' | 'restore', round: number, usualMs: number): Promise<void> {
    const child = this.#spawn(command)
    const exit = once(child, 'exit')
    const afterMs = Math.round(this.#draws.next() * usualMs)
    await Promise.race([pause(afterMs), exit])
    child.kill('SIGKILL')
    const [, signal] = await exit
    if (signal === 'SIGKILL') this.#result.kills[command] += 1
    else this.#result.ended += 1
    await this.#check(command, round, afterMs)
    if (round % START_EVERY !== 0) return
    await this.#startServer()
    await this.#look()
  }

  /** The old data have to be what they were: in their place, or beside a copy that has taken it. */
  async #check(command: string, round: number, afterMs: number): Promise<void> {
    const database = await openDatabaseOf(this.#dataDir)
    try {
      const swapped = await withClient(at(database.url, 'postgres'), takeBack)
      if (swapped) this.#result.swapped += 1
      const found = await withClient(database.url, digestsOfData)
      const changed = Object.keys(found).filter((table) => found[table] !== this.#expected[table])
      if (changed.length > 0) this.#result.faults.push(`${command} ${round}: changed ${changed.join(', ')}`)
      await this.#note({ command, round, afterMs, swapped, changed })
    } finally {
      await database.stop()
    }
    for (const id of await listBackups(this.#backups)) {
      if (this.#known.has(id)) continue
      // What has a manifest is whole.
      await verifyBackup(this.#backups, await readManifest(this.#backups, id)).catch((error: Error) => {
        this.#result.faults.push(`${command} ${round}: ${error.message}`)
      })
      this.#known.add(id)
    }
  }

  async #look(): Promise<void> {
    const database = await openDatabaseOf(this.#dataDir)
    await withClient(at(database.url, 'postgres'), takeBack)
    this.#expected = await withClient(database.url, digestsOfData)
    await database.stop()
  }

  async #startServer(): Promise<void> {
    const server = new ServerProcess(this.#dataDir)
    await server.ready()
    this.#result.starts += 1
    await server.stop()
  }

  /** @returns how long it took, ms */
  async #complete(command: 'backup' | 'restore'): Promise<number> {
    const started = performance.now()
    const child = this.#spawn(command)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`npm run ${command} has failed (${code}).`)
    const took = performance.now() - started
    this.#options.report(`npm run ${command} takes ${Math.round(took)} ms`)
    return took
  }

  #spawn(command: 'backup' | 'restore'): ChildProcess {
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: this.#dataDir, BACKUP_URL: this.#backups.place },
      BACKUP_PASSPHRASE: PASSPHRASE,
    }
    return spawn(process.execPath, [join(SOURCE, `${command}.ts`)], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }

  async #note(entry: object): Promise<void> {
    await appendFile(join(this.#options.ledgerFolder, 'kills.jsonl'), `${JSON.stringify(entry)}\n`)
  }
}

/** Puts the old database back where a copy has taken its place. @returns whether one had */
async function takeBack(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE 'packhouse_before_%' ORDER BY 1 DESC`,
  )
  const [newest, ...others] = rows
  if (newest === undefined) return false
  for (const { name } of others) await client.query(`DROP DATABASE ${name}`)
  await client.query('DROP DATABASE packhouse')
  await client.query(`ALTER DATABASE ${newest.name} RENAME TO packhouse`)
  return true
}

/** Of what commands do not write to themselves. */
async function digestsOfData(client: pg.Client): Promise<Record<string, string>> {
  const { backup_run: _, ...digests } = await digestsOf(client)
  return digests
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await work(client).finally(() => client.end())
}

function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
