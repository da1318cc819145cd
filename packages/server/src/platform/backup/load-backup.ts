import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ConfigError } from '../config.ts'
import { migrate } from '../migrations.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { connect, shareOut, withConnection } from './connections.ts'
import { countOf, INDEXES_OFF_FROM_BYTES, putBack, takeOff } from './indexes-off.ts'
import { copyStatement } from './make-backup.ts'
import type { Manifest, ManifestTable } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readTables } from './schema-facts.ts'
import { Meter, nowhere, readPacked } from './streams.ts'

const LOADERS = 2

export interface LoadOptions {
  /** Of a database with nothing in it. */
  databaseUrl: string
  target: ObjectStore
  manifest: Manifest
  progress?: Progress | undefined
  signal?: AbortSignal | undefined
  /** From which size in the backup on the indexes of a table are taken off. */
  indexesOffFromBytes?: number
}

export interface Loaded {
  /** Tables of the backup that the product does not have, such as ones that an operator has made. */
  skipped: string[]
}

/**
 * Loads a backup into an empty database, and compares every table with the backup.
 * @throws ConfigError where the backup is of a newer version; an error where anything differs
 */
export async function loadBackup(options: LoadOptions): Promise<Loaded> {
  const { databaseUrl, manifest, progress } = options
  progress?.begin('preparing', 0)
  await migrateTo(databaseUrl, manifest)
  const { tables, skipped } = await withConnection(databaseUrl, (client) => fittingTables(client, manifest))
  const off = await withConnection(databaseUrl, async (client) => {
    const taken = await takeOff(client, largeOnes(tables, options.indexesOffFromBytes ?? INDEXES_OFF_FROM_BYTES))
    await makePartitions(client, tables)
    return taken
  })
  await loadTables(options, tables)
  progress?.begin('indexing', countOf(off) + 1)
  await putBack(databaseUrl, off, () => progress?.advance(1))
  await withConnection(databaseUrl, async (client) => {
    await setSequences(client, manifest)
    await client.query('ANALYZE')
  })
  await compareTables(options, tables)
  return { skipped }
}

async function migrateTo(databaseUrl: string, { migrations, id }: Manifest): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => undefined)
  try {
    await migrate(pool, { known: new Map(migrations.map(({ name, checksum }) => [name, checksum])), of: id })
  } finally {
    await pool.end()
  }
}

async function fittingTables(
  client: pg.Client,
  manifest: Manifest,
): Promise<{ tables: ManifestTable[]; skipped: string[] }> {
  const there = new Map((await readTables(client)).map((table) => [table.name, table]))
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace`,
  )
  const partitioned = new Set(rows.map(({ name }) => name))
  const fits = ({ name, part }: ManifestTable) => (part === undefined ? there.has(name) : partitioned.has(part.of))
  const skipped = manifest.tables.filter((table) => !fits(table)).map(({ name }) => name)
  return { tables: manifest.tables.filter(fits), skipped }
}

/** By what they have together with their partitions. */
function largeOnes(tables: readonly ManifestTable[], from: number): string[] {
  const sizes = new Map<string, number>()
  for (const { name, part, bytes } of tables) {
    const whole = part?.of ?? name
    sizes.set(whole, (sizes.get(whole) ?? 0) + bytes)
  }
  return [...sizes].filter(([, bytes]) => bytes >= from).map(([name]) => name)
}

/** Partitions are made as they were: those that the migrations have made are of other days. */
async function makePartitions(client: pg.Client, tables: readonly ManifestTable[]): Promise<void> {
  const quoted = (name: string) => client.escapeIdentifier(name)
  for (const { name, part } of await readTables(client)) {
    if (part !== undefined) await client.query(`DROP TABLE ${quoted(name)}`)
  }
  for (const { name, part } of tables) {
    if (part === undefined) continue
    const options = part.options.length > 0 ? ` WITH (${part.options.map(optionOf).join(', ')})` : ''
    await client.query(`CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(part.of)} ${boundOf(part.bound)}${options}`)
    if (part.isProtected) await client.query(`ALTER TABLE ${quoted(name)} ENABLE ROW LEVEL SECURITY`)
  }
}

/** `fillfactor=70`. What a backup says becomes a part of a statement, so only what PostgreSQL itself writes is taken. */
function optionOf(option: string): string {
  if (/^[a-z_.]+=[A-Za-z0-9_.]+$/.test(option)) return option
  throw new ConfigError(`The backup has a setting of a partition that is not known: ${option.slice(0, 100)}.`)
}

function boundOf(bound: string): string {
  if (/^FOR VALUES FROM \(('[^'\\]*'|-?\d+|MINVALUE)\) TO \(('[^'\\]*'|-?\d+|MAXVALUE)\)$/.test(bound)) return bound
  throw new ConfigError(`The backup has a partition with bounds that are not known: ${bound.slice(0, 100)}.`)
}

async function loadTables({ databaseUrl, target, progress, signal }: LoadOptions, tables: readonly ManifestTable[]) {
  progress?.begin('loading', sizeOf(tables))
  await withLoaders(databaseUrl, async (loaders) => {
    await shareOut(loaders, inTurn(tables), async (client, { name, columns, key, rows }) => {
      signal?.throwIfAborted()
      const [table, list] = [
        client.escapeIdentifier(name),
        columns.map((one) => client.escapeIdentifier(one)).join(', '),
      ]
      // Emptied in the same transaction, rows come to lie in the order in which they are loaded, and need no log.
      await client.query(`BEGIN; TRUNCATE ${table}`)
      const into = client.query(copyFrom(`COPY ${table} (${list}) FROM STDIN (FREEZE)`))
      await readPacked(target, key, new Meter((bytes) => progress?.advance(bytes)), into, signal)
      if (into.rowCount !== rows)
        throw new Error(`The table ${name} has ${into.rowCount} rows; the backup has ${rows}.`)
      await client.query('COMMIT')
    })
  })
}

/** Whether every table is, byte for byte, what the backup has. */
async function compareTables({ databaseUrl, progress, signal }: LoadOptions, tables: readonly ManifestTable[]) {
  progress?.begin('comparing', sizeOf(tables))
  await withLoaders(databaseUrl, async (readers) => {
    await shareOut(readers, inTurn(tables), async (client, { name, columns, sha256, rows }) => {
      signal?.throwIfAborted()
      const source = client.query(copyTo(copyStatement(client, name, columns)))
      const meter = new Meter((bytes) => progress?.advance(bytes))
      await pipeline(source, meter, nowhere())
      if (source.rowCount !== rows || meter.sha256() !== sha256)
        throw new Error(`The table ${name} is not what the backup has after it was loaded. Nothing was changed.`)
    })
  })
}

async function withLoaders(databaseUrl: string, work: (loaders: pg.Client[]) => Promise<void>): Promise<void> {
  const loaders: pg.Client[] = []
  try {
    for (let n = 0; n < LOADERS; n++) {
      const client = await connect(databaseUrl)
      loaders.push(client)
      await client.query('SET synchronous_commit = off')
    }
    await work(loaders)
  } finally {
    await Promise.all(loaders.map((client) => client.end().catch(() => undefined)))
  }
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  await client.query(
    `SELECT setval(given.name::regclass, value, called) FROM (
       SELECT quote_ident(name) AS name, value::bigint AS value, called
       FROM unnest($1::text[], $2::text[], $3::bool[]) AS one (name, value, called)
     ) AS given WHERE to_regclass(given.name) IS NOT NULL`,
    [sequences.map(({ name }) => name), sequences.map(({ value }) => value), sequences.map(({ isCalled }) => isCalled)],
  )
}

function inTurn(tables: readonly ManifestTable[]): ManifestTable[] {
  return tables.toSorted((one, other) => other.bytes - one.bytes)
}

function sizeOf(tables: readonly ManifestTable[]): number {
  return tables.reduce((total, { bytes }) => total + bytes, 0)
}
