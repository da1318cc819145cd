import type pg from 'pg'
import { LOCK_PATIENCE, type NamedPartition, partitionNames } from '../platform/partitions.ts'

const DAY_MS = 86_400_000

export type PartitionedTable = 'record' | 'minute_rollup' | 'hour_rollup'

/** A day's part of a large table. */
export interface Partition extends NamedPartition {
  to: number
}

/** The partitions of a table, oldest first. */
export async function partitionsOf(db: Pick<pg.ClientBase, 'query'>, table: PartitionedTable): Promise<Partition[]> {
  return (await partitionNames(db, table)).map((partition) => ({ ...partition, to: partition.from + DAY_MS }))
}

/** Gives the room of a partition back whose rows have all gone. It stays: a late record may still belong to its day. */
export async function emptyOut(client: pg.ClientBase, { name }: Partition): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_PATIENCE}'`)
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
    const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rows.length === 0) await client.query(`TRUNCATE ${name}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
