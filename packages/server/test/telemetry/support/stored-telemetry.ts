import type { IngestNode } from './ingest-node.ts'

/** The tables that telemetry is stored in by machine. */
export const TELEMETRY_TABLES = ['record', 'latest', 'minute_rollup', 'hour_rollup', 'state_interval']

/** The rows of a table by machine, without what differs from one database to the next. */
export async function contentOf({ database }: IngestNode, table: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `SELECT machine_id, to_jsonb(t) - '{machine_key,version,field_times}'::text[] AS row FROM ${table} t JOIN machine ON key = t.machine_key
     ORDER BY 1, 2`,
  )
  return rows
}
