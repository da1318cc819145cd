import type pg from 'pg'
import { HOUR_MS, iso, startOf } from '../telemetry/index.ts'
import type { Partition } from './partitions.ts'
import type { StoredReadingNames } from './reading-names.ts'
import { underSealLock } from './seal-lock.ts'
import { type BlockSpan, blocksFrom, putBlock, takeBlocks } from './stored-blocks.ts'
import { RECORD_COLUMNS, type RecordRow, toRecord } from './stored-records.ts'

/**
 * Moves a machine's records of a day's partition that are older than `before` into blocks, one for each hour, in one
 * transaction. Records that came late into a sealed hour join its block.
 * @param names looks numbers up over its own connection: others may use them before this transaction ends
 * @returns how many records were moved
 */
export async function sealMachine(
  client: pg.ClientBase,
  names: StoredReadingNames,
  { partition, machineKey, before }: { partition: Partition; machineKey: number; before: number },
): Promise<number> {
  return await underSealLock(client, machineKey, async () => {
    // Taken away and read in one statement: what is committed in the meantime is neither.
    const { rows } = await client.query<RecordRow>(
      `DELETE FROM ${partition.name} WHERE machine_key = $1 AND at < $2 RETURNING ${RECORD_COLUMNS}`,
      [machineKey, iso(before)],
    )
    if (rows.length === 0) return 0
    const sealed = await blocksFrom(client, machineKey, [partition.from, partition.to])
    const spans = Map.groupBy(
      rows.map((row) => toRecord(machineKey, row)),
      ({ at }) => sealed.find(({ from, to }) => at >= from && at < to) ?? startOf(at, HOUR_MS),
    )
    for (const [span, records] of spans) {
      if (typeof span === 'number') {
        await putBlock(client, names, machineKey, { from: span, to: span + HOUR_MS }, records)
      } else await joinBlock(client, names, { machineKey, span }, records)
    }
    return rows.length
  })
}

async function joinBlock(
  client: pg.ClientBase,
  names: StoredReadingNames,
  { machineKey, span }: { machineKey: number; span: BlockSpan },
  records: ReturnType<typeof toRecord>[],
): Promise<void> {
  const sealed = await takeBlocks(client, names, machineKey, [span])
  await putBlock(client, names, machineKey, span, [...sealed, ...records])
}
