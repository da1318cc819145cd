import type pg from 'pg'
import { iso, type TelemetryRecord } from '../telemetry/index.ts'
import { decodeBlock, encodeBlock } from './blocks/block.ts'
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
  await client.query(
    'INSERT INTO record_block (machine_key, from_at, to_at, records, data) VALUES ($1, $2, $3, $4, $5)',
    [machineKey, iso(from), iso(to), inOrder.length, encodeBlock(inOrder, names.idOf)],
  )
}
