import { iso, type TelemetryRecord } from '../telemetry/index.ts'
import { blockMeets } from './block-spans.ts'
import { decodeBlock } from './blocks/block.ts'
import type { Queryable } from './queryable.ts'
import type { StoredReadingNames } from './reading-names.ts'
import { RECORD_COLUMNS, type RecordRow, toRecord } from './stored-records.ts'

/**
 * The records of several machines in a short stretch, in time order, from wherever they are stored.
 * @param from Unix ms; @param to Unix ms, exclusive
 * @returns by machine key; machines without any are absent
 */
export async function readRecordsOfMany(
  db: Queryable,
  machineKeys: readonly number[],
  [from, to]: readonly [number, number],
  names: StoredReadingNames,
): Promise<Map<number, TelemetryRecord[]>> {
  const span = [machineKeys, iso(from), iso(to)]
  const rows = await db.query<RecordRow & { machine_key: number }>(
    `SELECT machine_key, ${RECORD_COLUMNS} FROM record WHERE machine_key = ANY ($1::int[]) AND at >= $2 AND at < $3`,
    span,
  )
  const blocks = await db.query<{ machine_key: number; data: Buffer }>(
    `SELECT machine_key, data FROM record_block b WHERE machine_key = ANY ($1::int[]) AND ${blockMeets('$2', '$3')}`,
    span,
  )
  if (blocks.rows.length > 0) await names.refresh()
  const sealed = blocks.rows.flatMap(({ machine_key, data }) =>
    decodeBlock(machine_key, data, names.nameOf, [from, to]),
  )
  const found = [...rows.rows.map((row) => toRecord(row.machine_key, row)), ...sealed]
  return Map.groupBy(
    found.sort((a, b) => a.at - b.at),
    ({ machineKey }) => machineKey,
  )
}
