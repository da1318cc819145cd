import type pg from 'pg'
import { decodeBlock, encodeBlock } from '../blocks/block.ts'
import type { TelemetryRecord } from '../record.ts'
import { HOUR_MS, startOf } from '../rollup.ts'
import { iso } from '../telemetry-sql.ts'
import type { Partition } from './partitions.ts'
import type { StoredReadingNames } from './reading-names.ts'
import { SEAL_LOCK } from './seal-lock.ts'
import { RECORD_COLUMNS, type RecordRow, toRecord } from './stored-records.ts'

/**
 * Moves a machine's records of a day's partition that are older than `before` into blocks, one for each hour, in one
 * transaction. Records that came late into a sealed hour join its block.
 * @param names looks numbers up over a connection of its own: others may use them before this transaction ends
 * @returns how many records were moved
 */
export async function sealMachine(
  client: pg.ClientBase,
  names: StoredReadingNames,
  { partition, machineKey, before }: { partition: Partition; machineKey: number; before: number },
): Promise<number> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [SEAL_LOCK, machineKey])
    // Taken away and read in one statement: what is committed meanwhile is neither.
    const { rows } = await client.query<RecordRow>(
      `DELETE FROM ${partition.name} WHERE machine_key = $1 AND at < $2 RETURNING ${RECORD_COLUMNS}`,
      [machineKey, iso(before)],
    )
    const hours = Map.groupBy(
      rows.map((row) => toRecord(machineKey, row)),
      ({ at }) => startOf(at, HOUR_MS),
    )
    for (const [hour, records] of hours) await storeBlock(client, names, machineKey, hour, records)
    await client.query('COMMIT')
    return rows.length
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function storeBlock(
  client: pg.ClientBase,
  names: StoredReadingNames,
  machineKey: number,
  hour: number,
  records: TelemetryRecord[],
): Promise<void> {
  const { rows } = await client.query<{ data: Buffer }>(
    'SELECT data FROM record_block WHERE machine_key = $1 AND hour = $2',
    [machineKey, iso(hour)],
  )
  if (rows.length > 0) await names.refresh()
  const sealed = rows.flatMap(({ data }) => decodeBlock(machineKey, data, names.nameOf))
  const all = [...sealed, ...records].sort((a, b) => a.at - b.at)
  await names.ensure(all.flatMap(({ machineData = {} }) => Object.keys(machineData)))
  await client.query(
    `INSERT INTO record_block (machine_key, hour, records, data) VALUES ($1, $2, $3, $4)
     ON CONFLICT (machine_key, hour) DO UPDATE SET records = excluded.records, data = excluded.data`,
    [machineKey, iso(hour), all.length, encodeBlock(all, names.idOf)],
  )
}
