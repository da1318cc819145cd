import type pg from 'pg'
import { iso, type TelemetryRecord } from '../telemetry/index.ts'
import { type BlockDirectory, decodeBlock, directoryOf, encodeBlock } from './blocks/block.ts'
import type { StoredReadingNames } from './reading-names.ts'

/** A block as it lies in the database. Its time is whole hours of one day, Unix ms, `to` exclusive. */
export interface BlockSpan {
  from: number
  to: number
  records: number
}

/** The blocks of a machine that begin in a span, in time order, without their records. */
export async function blocksFrom(
  client: pg.ClientBase,
  machineKey: number,
  [from, to]: readonly [number, number],
): Promise<BlockSpan[]> {
  const { rows } = await client.query<{ from_at: Date; to_at: Date; records: number }>(
    `SELECT from_at, to_at, records FROM record_block WHERE machine_key = $1 AND from_at >= $2 AND from_at < $3
     ORDER BY from_at`,
    [machineKey, Number.isFinite(from) ? iso(from) : '-infinity', iso(to)],
  )
  return rows.map((row) => ({ from: row.from_at.getTime(), to: row.to_at.getTime(), records: row.records }))
}

/** Takes blocks away. @returns their records */
export async function takeBlocks(
  client: pg.ClientBase,
  names: StoredReadingNames,
  machineKey: number,
  blocks: readonly BlockSpan[],
): Promise<TelemetryRecord[]> {
  const { rows } = await client.query<{ data: Buffer }>(
    'DELETE FROM record_block WHERE machine_key = $1 AND from_at = ANY ($2::timestamptz[]) RETURNING data',
    [machineKey, blocks.map(({ from }) => iso(from))],
  )
  if (rows.length > 0) await names.refresh()
  return rows.flatMap(({ data }) => decodeBlock(machineKey, data, names.nameOf))
}

/** Stores records of a machine as a block. @param records in any order, all between `from` and `to` */
export async function putBlock(
  client: pg.ClientBase,
  names: StoredReadingNames,
  machineKey: number,
  { from, to }: Pick<BlockSpan, 'from' | 'to'>,
  records: TelemetryRecord[],
): Promise<void> {
  const inOrder = records.toSorted((a, b) => a.at - b.at)
  await names.ensure(inOrder.flatMap(({ machineData = {} }) => Object.keys(machineData)))
  const data = encodeBlock(inOrder, names.idOf)
  const { ids, starts } = directoryOf(data)
  await client.query(
    `INSERT INTO record_block (machine_key, from_at, to_at, records, data, column_ids, column_starts)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [machineKey, iso(from), iso(to), inOrder.length, data, ids, starts],
  )
}

/** A block of any machine. */
export interface BlockPlace {
  machineKey: number
  /** Unix ms. */
  from: number
}

/**
 * Notes in one transaction where the columns of blocks lie that older code has written. A damaged block stays as it is, so that whoever reads it sees that.
 * @param after the last block of the batch before; @param most how many blocks are looked at
 * @returns the last of them; undefined where there are no more
 */
export async function noteColumns(
  client: pg.ClientBase,
  after: BlockPlace,
  most: number,
): Promise<BlockPlace | undefined> {
  const { rows } = await client.query<{ machine_key: number; from_at: Date; data: Buffer }>(
    `SELECT machine_key, from_at, data FROM record_block WHERE column_ids IS NULL AND (machine_key, from_at) > ($1, $2::timestamptz)
     ORDER BY machine_key, from_at LIMIT $3`,
    [after.machineKey, iso(after.from), most],
  )
  const last = rows.at(-1)
  if (last === undefined) return undefined
  await client.query('BEGIN')
  for (const { machine_key, from_at, data } of rows) {
    const directory = readableDirectory(data)
    if (directory === undefined) continue
    await client.query(
      'UPDATE record_block SET column_ids = $3, column_starts = $4 WHERE machine_key = $1 AND from_at = $2',
      [machine_key, from_at, directory.ids, directory.starts],
    )
  }
  await client.query('COMMIT')
  return { machineKey: last.machine_key, from: last.from_at.getTime() }
}

function readableDirectory(data: Buffer): BlockDirectory | undefined {
  try {
    return directoryOf(data)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
