import type pg from 'pg'
import { clock } from '../clock.ts'
import type { Backfill } from './backfill.ts'

/** How long a batch should take. Others wait for its rows no longer. */
const AIM_MS = 200
/** After this it is rolled back, and tried again with fewer rows. */
const LIMIT_MS = 5_000
/** Whoever waits for a lock of a table holds up all others who come behind. */
const LOCK_TIMEOUT_MS = 1_000
/** SQLSTATE of what another attempt gets past: a deadlock, a lock, the time limit. */
const PASSING = new Set(['40P01', '40001', '55P03', '57014'])
/** SQLSTATE query_canceled and lock_not_available: its time was over, or somebody else had one of its rows. */
const TOO_LARGE = new Set(['57014', '55P03'])

export interface Batch {
  rows: number
  isDone: boolean
}

interface Progress {
  position: string[] | null
  batch_rows: number
  done_at: Date | null
}

/**
 * Handles the next rows of a backfill and commits them together with the position: whoever goes on after a crash handles each row once. Two
 * processes take turns by the row of the backfill.
 * @returns undefined where an attempt failed that another one may get past; nothing of it stays
 */
export async function runBatch(client: pg.ClientBase, backfill: Backfill): Promise<Batch | undefined> {
  const began = clock.monotonic()
  let progress: Progress | undefined
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`SET LOCAL statement_timeout = ${LIMIT_MS}`)
    progress = await lockProgress(client, backfill)
    if (progress.done_at !== null) {
      await client.query('COMMIT')
      return { rows: 0, isDone: true }
    }
    const { rows, last } = await change(client, backfill, progress)
    const size = sizeAfter(backfill, progress.batch_rows, clock.monotonic() - began)
    await client.query(
      `UPDATE backfill SET position = coalesce($2, position), handled = handled + $3, batch_rows = $4, moved_at = clock_timestamp(),
         reason = NULL, done_at = CASE WHEN $3 = 0 THEN clock_timestamp() END WHERE name = $1`,
      [backfill.name, last, rows, size],
    )
    await client.query('COMMIT')
    return { rows, isDone: rows === 0 }
  } catch (error) {
    await client.query('ROLLBACK')
    const { code = '' } = error as { code?: string }
    if (!PASSING.has(code)) throw error
    if (TOO_LARGE.has(code) && progress !== undefined) await halve(client, backfill)
    return undefined
  }
}

async function lockProgress(client: pg.ClientBase, { name, mostRows }: Backfill): Promise<Progress> {
  await client.query('INSERT INTO backfill (name, batch_rows) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, mostRows])
  const select = 'SELECT position, batch_rows, done_at FROM backfill WHERE name = $1 FOR UPDATE'
  const { rows } = await client.query<Progress>(select, [name])
  const [progress] = rows
  if (progress === undefined) throw new Error(`The row of the backfill ${name} is gone.`)
  return progress
}

/** Waits for no row: whoever waits while holding rows can end the statement of somebody else with a deadlock. */
async function change(
  client: pg.ClientBase,
  backfill: Backfill,
  { position, batch_rows }: Progress,
): Promise<{ rows: number; last: string[] | null }> {
  const columns = backfill.key.map(quoted)
  const behind = position === null ? '' : `WHERE (${columns}) > (${await typedKey(client, backfill)})`
  const newestFirst = columns.map((column) => `${column} DESC`)
  const { rows } = await client.query<{ rows: number; last: string[] | null }>(
    `WITH batch AS MATERIALIZED (
       SELECT ${columns} FROM ${quoted(backfill.table)} ${behind} ORDER BY ${columns} LIMIT ${batch_rows} FOR NO KEY UPDATE NOWAIT
     ), change AS (${backfill.change})
     SELECT count(*)::int AS rows, (SELECT ARRAY[${columns.map((column) => `${column}::text`)}] FROM batch ORDER BY ${newestFirst} LIMIT 1) AS last
     FROM batch`,
    position === null ? [] : position,
  )
  return rows[0] ?? { rows: 0, last: null }
}

/** The position as parameters of the types of the key. */
async function typedKey(client: pg.ClientBase, { table, key }: Backfill): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attname = ANY($2)`,
    [quoted(table), key],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  return key.map((column, index) => `$${index + 1}::text::${types.get(column)}`).join(', ')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Half of the rows after a batch that took long, twice as many after a short one. */
function sizeAfter({ mostRows }: Backfill, size: number, tookMs: number): number {
  if (tookMs > 2 * AIM_MS) return Math.max(1, Math.floor(size / 2))
  return tookMs < AIM_MS / 2 ? Math.min(mostRows, size * 2) : size
}

/** Rows of a batch that was too large. Its row may be missing: then nothing has been committed yet. */
async function halve(client: pg.ClientBase, { name, mostRows }: Backfill): Promise<void> {
  await client.query(
    `INSERT INTO backfill (name, batch_rows) VALUES ($1, greatest(1, $2::int / 2))
     ON CONFLICT (name) DO UPDATE SET batch_rows = greatest(1, backfill.batch_rows / 2)`,
    [name, mostRows],
  )
}
