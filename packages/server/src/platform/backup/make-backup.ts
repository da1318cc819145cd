import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ConfigError } from '../config.ts'
import { type ObjectStore, ObjectStoreError } from '../object-store/object-store.ts'
import { keyOf, newBackupId } from './backup-keys.ts'
import { connect, shareOut } from './connections.ts'
import { MANIFEST_FORMAT, type Manifest, type ManifestFile, type ManifestTable } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readSequences, readTables, type SequenceFacts, type TableFacts } from './schema-facts.ts'
import { type SecretContent, sealSecrets } from './sealed-secrets.ts'
import { Meter, storePacked } from './streams.ts'

/** Held while a backup is made or old ones are removed. */
const BACKUP_LOCK = 7_225_081
const READERS = 2
const UNDEFINED_TABLE = '42P01'
/** Partitions may be taken out between the look at the tables and their locks. */
const LOOKS = 5
/** Tables of one statement. */
const LOCKS_AT_ONCE = 200

export interface BackupOptions {
  databaseUrl: string
  target: ObjectStore
  /** The contents of files, by their id. */
  files: ObjectStore
  /** Undefined: the secrets are left out. */
  secrets: { content: SecretContent; passphrase: string } | undefined
  version: string
  hasHistory: boolean
  /** Room that has to be there for so many bytes; throws a ConfigError where it is not. */
  assertRoom?: (bytes: number) => Promise<void>
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Makes a backup: all of it shows one moment. The manifest is written last, so that what was broken off is no backup.
 * @throws ConfigError where another backup is being made, or somebody has to do something first
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { databaseUrl, target } = options
  const readers: pg.Client[] = []
  try {
    for (let n = 0; n < READERS; n++) readers.push(await connect(databaseUrl))
    const [first] = readers as [pg.Client]
    await lockBackups(first)
    const tables = (await beginSnapshot(readers)).filter(({ isHistory }) => options.hasHistory || !isHistory)
    return await new Backup(options, newBackupId(), readers).make(tables)
  } catch (error) {
    throw inWords(error, target)
  } finally {
    await Promise.all(readers.map((client) => client.end().catch(() => undefined)))
  }
}

/** @throws ConfigError where somebody else holds the lock */
export async function lockBackups(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [BACKUP_LOCK])
  if (rows[0]?.free !== true) throw new ConfigError('Another backup is being made. Wait until it has ended.')
}

class Backup {
  readonly #options: BackupOptions
  readonly #id: string
  readonly #readers: readonly pg.Client[]
  #storedBytes = 0

  constructor(options: BackupOptions, id: string, readers: readonly pg.Client[]) {
    this.#options = options
    this.#id = id
    this.#readers = readers
  }

  async make(facts: readonly TableFacts[]): Promise<Manifest> {
    const { target, version, hasHistory, progress } = this.#options
    const [client] = this.#readers as [pg.Client]
    const { at, postgres, migrations } = await readVersions(client)
    const sequences = await readSequences(client)
    const files = await readFiles(client)
    const size = facts.reduce((total, table) => total + table.size, 0)
    await this.#options.assertRoom?.(size)
    progress?.begin('reading', size)
    const tables = await this.#copyTables(facts)
    progress?.begin('files', files.length)
    const storedFiles = await this.#copyFiles(files)
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      ...{
        id: this.#id,
        version,
        at,
        postgres,
        migrations,
        hasHistory,
        tables,
        sequences: sequences satisfies SequenceFacts[],
      },
      files: storedFiles,
      secrets: await this.#copySecrets(),
      storedBytes: this.#storedBytes,
    }
    this.#options.signal?.throwIfAborted()
    await target.put(keyOf.manifest(this.#id), Buffer.from(`${JSON.stringify(manifest)}\n`))
    return manifest
  }

  /** The largest first, so that the readers end at about the same time. */
  async #copyTables(facts: readonly TableFacts[]): Promise<ManifestTable[]> {
    const tables: ManifestTable[] = []
    const inTurn = facts.toSorted((one, other) => other.size - one.size)
    await shareOut(this.#readers, inTurn, async (client, table) => {
      tables.push(await this.#copyTable(client, table))
    })
    return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async #copyTable(client: pg.Client, { name, columns, part, size }: TableFacts): Promise<ManifestTable> {
    const { target, signal, progress } = this.#options
    signal?.throwIfAborted()
    const key = keyOf.table(this.#id, name)
    // What is locked to read a table and its indexes is given back at once: there may be thousands.
    await client.query('SAVEPOINT one_table')
    const source = client.query(copyTo(copyStatement(client, name, columns)))
    const meter = new Meter()
    this.#storedBytes += await storePacked(target, key, source, meter, signal)
    await client.query('ROLLBACK TO one_table; RELEASE one_table')
    progress?.advance(size)
    const counts = { rows: source.rowCount, bytes: meter.bytes, sha256: meter.sha256() }
    return { name, columns, ...counts, key, ...(part === undefined ? {} : { part }) }
  }

  /** Contents that an earlier backup has stored are not stored again. */
  async #copyFiles(files: readonly ManifestFile[]): Promise<Manifest['files']> {
    const { target, signal, progress } = this.#options
    const stored = new Set<string>()
    for await (const { key } of target.list(keyOf.files)) stored.add(key)
    let missing = 0
    const found: ManifestFile[] = []
    for (const file of files) {
      signal?.throwIfAborted()
      const key = keyOf.file(file.sha256)
      if (stored.has(key) || (await this.#copyFile(file))) {
        stored.add(key)
        found.push(file)
      } else missing += 1
      progress?.advance(1)
    }
    const list = Buffer.from(found.map((file) => `${JSON.stringify(file)}\n`).join(''))
    const key = keyOf.fileList(this.#id)
    this.#storedBytes += await storePacked(target, key, Readable.from([list]), new Meter(), signal)
    const sha256 = createHash('sha256').update(list).digest('hex')
    return { key, sha256, count: found.length, bytes: found.reduce((total, { size }) => total + size, 0), missing }
  }

  /** @returns false where it is not there, or is another content than the database says */
  async #copyFile({ id, sha256 }: ManifestFile): Promise<boolean> {
    const { files, target } = this.#options
    const content = await files.get(id).catch((error: unknown) => {
      if (error instanceof ObjectStoreError && error.fault === 'missing') return undefined
      throw error
    })
    if (content === undefined) return false
    const written = await target.put(keyOf.file(sha256), content)
    if (written.sha256 === sha256) return true
    await target.remove(keyOf.file(sha256))
    return false
  }

  async #copySecrets(): Promise<Manifest['secrets']> {
    const { secrets, target } = this.#options
    if (secrets === undefined) return null
    const key = keyOf.secrets(this.#id)
    const sealed = await sealSecrets(secrets.content, { passphrase: secrets.passphrase, backupId: this.#id })
    await target.put(key, Buffer.from(sealed))
    return { key }
  }
}

export function copyStatement(client: pg.Client, name: string, columns: readonly string[]): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `COPY ${client.escapeIdentifier(name)} (${list}) TO STDOUT`
}

/** Lets every reader see the same moment, with all tables locked against being dropped or emptied until they have been read. */
async function beginSnapshot(readers: readonly pg.Client[]): Promise<TableFacts[]> {
  const [first, ...others] = readers as [pg.Client, ...pg.Client[]]
  const tables = await beginLocked(first)
  const { rows } = await first.query<{ id: string }>('SELECT pg_export_snapshot() AS id')
  for (const other of others) {
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await other.query(`SET TRANSACTION SNAPSHOT ${other.escapeLiteral(rows[0]?.id ?? '')}`)
  }
  return tables
}

/** Only what has rows is locked, not what it is a partition of: new partitions can be made meanwhile. */
async function beginLocked(client: pg.Client): Promise<TableFacts[]> {
  for (let look = 1; ; look++) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      const tables = await readTables(client)
      for (let at = 0; at < tables.length; at += LOCKS_AT_ONCE) {
        const names = tables.slice(at, at + LOCKS_AT_ONCE).map(({ name }) => client.escapeIdentifier(name))
        await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
      }
      return tables
    } catch (error) {
      await client.query('ROLLBACK')
      if ((error as { code?: string }).code !== UNDEFINED_TABLE || look === LOOKS) throw error
    }
  }
}

async function readVersions(client: pg.ClientBase): Promise<Pick<Manifest, 'at' | 'postgres' | 'migrations'>> {
  const { rows: facts } = await client.query<{ at: Date; postgres: string }>(
    `SELECT now() AS at, current_setting('server_version') AS postgres`,
  )
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'SELECT name, checksum FROM migration ORDER BY name',
  )
  const [fact] = facts
  if (fact === undefined || migrations.length === 0)
    throw new ConfigError('The database has no data of Packhouse. Start the product once first.')
  return { at: fact.at.toISOString(), postgres: fact.postgres, migrations }
}

async function readFiles(client: pg.ClientBase): Promise<ManifestFile[]> {
  const { rows } = await client.query<{ id: string; size: string; sha256: string }>(
    'SELECT id::text, size::text, sha256 FROM attached_file ORDER BY id',
  )
  return rows.map((file) => ({ ...file, size: Number(file.size) }))
}

function inWords(error: unknown, target: ObjectStore): unknown {
  if (error instanceof ObjectStoreError)
    return new ConfigError(`The backup could not be stored in ${target.place}: ${error.message}`, { cause: error })
  const { code, message } = error as { code?: string; message?: string }
  if (code === '53200' && /max_locks_per_transaction/.test(JSON.stringify(error)))
    return new ConfigError(
      `The database has too many tables for its locks (${message}). Raise max_locks_per_transaction and start it again.`,
      { cause: error },
    )
  return error
}
