import { createHash } from 'node:crypto'
import type pg from 'pg'
import { savedText, toLine } from '../engine/resource/csv/cell.ts'
import { clock } from '../platform/clock.ts'
import type { FileFolder } from '../platform/file-folder.ts'
import { ObjectStoreError } from '../platform/object-store/object-store.ts'
import { ALWAYS_LEFT, type CustomerTable, type HiddenColumns } from './customer-tables.ts'
import type { ZipEntry } from './zip.ts'

/** Rows that are read at once. */
const PORTION = 1_000

/** The records of one machine as a file. */
export interface MachineRecords {
  records: number
  content: AsyncIterable<string | Buffer>
}

export interface CustomerExport {
  pool: pg.Pool
  files: FileFolder
  tables: readonly CustomerTable[]
  customerId: string
  format: 'csv' | 'parquet'
  signal: AbortSignal
  recordsOf: (machineKey: number, format: 'csv' | 'parquet') => Promise<MachineRecords>
  onWritten: (part: string, rows: number) => Promise<void>
}

/** A file of the archive, as the manifest names it. */
interface Written {
  file: string
  /** The table whose rows it has; absent for the content of an attached file. */
  table?: string
  rows?: number
  bytes: number
  sha256: string
}

/** The data of a customer as the files of an archive; the last one is the manifest. */
export async function* exportEntries(parts: CustomerExport): AsyncGenerator<ZipEntry> {
  const written: Written[] = []
  const missing: string[] = []
  const client = await parts.pool.connect()
  let isInTransaction = true
  try {
    // One moment for all tables.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // What machines did for others before is asked of the database, for this customer.
    await client.query(`SELECT set_config('packhouse.customers', $1, true)`, [parts.customerId])
    for (const table of parts.tables) {
      if (table.exported === false) continue
      const counted = { rows: 0 }
      yield measured(`${table.table}.csv`, rowsOf(client, table, parts, counted), written, () => ({
        table: table.table,
        rows: counted.rows,
      }))
      await parts.onWritten(table.table, counted.rows)
    }
    const attached = await attachedFiles(client, parts)
    const machines = await client.query<{ key: number; name: string }>(
      'SELECT key, machine_id AS name FROM machine WHERE customer_id = $1 ORDER BY machine_id',
      [parts.customerId],
    )
    await client.query('COMMIT')
    isInTransaction = false
    for (const machine of machines.rows) {
      parts.signal.throwIfAborted()
      const { records, content } = await parts.recordsOf(machine.key, parts.format)
      const name = `records/${plainName(machine.name)}.${parts.format}`
      yield measured(name, bytesOf(content), written, () => ({ table: 'record', rows: records }))
      await parts.onWritten('record', records)
    }
    for (const { id, table, name } of attached) {
      parts.signal.throwIfAborted()
      const file = `files/${table}/${id}-${plainName(name)}`
      const content = await contentOf(parts.files, id)
      if (content === undefined) missing.push(file)
      else yield measured(file, content, written, () => ({}))
    }
    yield { name: 'manifest.json', content: bytesOf(once(manifestOf(parts, written, missing))) }
  } finally {
    // Whoever reads the entries may stop anywhere. With a transaction that is open the connection is of no use to others.
    client.release(isInTransaction)
  }
}

function manifestOf({ customerId, tables, format }: CustomerExport, files: Written[], missing: string[]): string {
  const leftOut = tables.filter(({ exported }) => exported === false).map(({ table }) => table)
  const manifest = {
    format: 'packhouse-customer-data',
    version: 1,
    madeAt: new Date(clock.now()).toISOString(),
    customerId,
    records: format,
    files,
    ...(missing.length > 0 ? { missingContents: missing } : {}),
    notExported: leftOut,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Notes size and hash of an entry when it was read. */
function measured(
  file: string,
  content: AsyncIterable<Uint8Array>,
  written: Written[],
  facts: () => Pick<Written, 'table' | 'rows'>,
): ZipEntry {
  async function* counted() {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    written.push({ file, ...facts(), bytes, sha256: hash.digest('hex') })
  }
  return { name: file, content: counted() }
}

/** A table as CSV. Columns of secrets, of costs and of the product's own bookkeeping are left out. */
async function* rowsOf(
  client: pg.ClientBase,
  { table, of, exported }: CustomerTable,
  { customerId, signal }: CustomerExport,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const { leave = [], where = 'true', hidden } = exported || {}
  const isOwn = await conditionOfOwner(client, table)
  const columns = await exportedColumns(client, table, leave)
  const list = columns.map((name) => `${exportedValue(name, hidden)} AS "${name}"`).join(', ')
  // The order of the lines says nothing; rows come as they are stored.
  await client.query({
    text: `DECLARE customer_rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${table} r WHERE (${of.replaceAll('$1', client.escapeLiteral(customerId))}) AND (${where}) AND (${isOwn})`,
  })
  yield Buffer.from(toLine(columns))
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await client.query<Record<string, string | null>>(`FETCH ${PORTION} FROM customer_rows`)
    if (rows.length === 0) break
    counted.rows += rows.length
    yield Buffer.from(rows.map((row) => toLine(columns.map((name) => savedText(row[name] ?? '')))).join(''))
  }
  await client.query('CLOSE customer_rows')
}

function exportedValue(name: string, hidden: HiddenColumns | undefined): string {
  const value = `r."${name}"::text`
  return hidden?.columns.includes(name) ? `CASE WHEN NOT (${hidden.where}) THEN ${value} END` : value
}

/** Which rows are not of a time in which the machine was another customer's: the owner of the database is held to no policy, so it is asked for as a condition. */
async function conditionOfOwner(client: pg.ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ condition: string }>(
    `SELECT pg_get_expr(polqual, polrelid) AS condition FROM pg_policy WHERE polrelid = $1::regclass AND polname = 'of_own_period'`,
    [table],
  )
  return rows[0]?.condition.replaceAll(`${table}.`, 'r.') ?? 'true'
}

/** The columns of a table that are exported, in their order. */
export async function exportedColumns(
  client: pg.ClientBase | pg.Pool,
  table: string,
  leave: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  )
  return rows.map(({ name }) => name).filter((name) => !leave.includes(name) && !ALWAYS_LEFT.includes(name))
}

async function attachedFiles(
  client: pg.ClientBase,
  { tables, customerId }: CustomerExport,
): Promise<{ id: string; table: string; name: string }[]> {
  const files = tables.find(({ table }) => table === 'attached_file')
  if (files === undefined || files.exported === false) return []
  const isOwn = await conditionOfOwner(client, files.table)
  const { rows } = await client.query<{ id: string; table: string; name: string }>(
    `SELECT r.id, r.owner_table AS "table", r.name FROM attached_file r WHERE (${files.of}) AND (${files.exported.where ?? 'true'}) AND (${isOwn}) ORDER BY r.id`,
    [customerId],
  )
  return rows
}

/** @returns undefined where the content is gone */
async function contentOf(files: FileFolder, id: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const stream = await files.read(id)
    const chunks = stream[Symbol.asyncIterator]()
    const first = await chunks.next()
    return (async function* () {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value
    })()
  } catch (error) {
    // Files that cannot be reached just now are not gone: the export is tried again.
    if (error instanceof ObjectStoreError && error.fault === 'missing') return undefined
    throw error
  }
}

async function* bytesOf(content: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** A name of a file that leads into no other folder and that every system takes. */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
  return plain.slice(0, 120) || '_'
}
