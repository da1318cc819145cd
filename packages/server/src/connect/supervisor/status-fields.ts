import { sql } from 'kysely'
import type { Computed } from '../../engine/resource/columns.ts'
import type { StateTable } from './connection-states.ts'

/**
 * Fields that are computed when the row of a connection is read: the best of what the servers that run it have written.
 * @param table the table of the connections
 */
export function statusFields(table: string, states: StateTable): Computed {
  const own = sql`${sql.table(states.table)} s WHERE ${sql.ref(`s.${states.key}`)} = ${sql.ref(`${table}.id`)}`
  return {
    status: sql`CASE WHEN NOT enabled THEN 'disabled' ELSE coalesce((SELECT s.status FROM ${own}
      AND s.status_at > now() - interval '15 seconds'
      ORDER BY array_position(ARRAY['connected', 'connecting', 'waiting', 'failed'], s.status) LIMIT 1), 'waiting') END`,
    lastMessageAt: sql`(SELECT max(s.last_message_at) FROM ${own})`,
    messageCount: sql`(SELECT coalesce(sum(s.message_count), 0)::float8 FROM ${own})`,
    errorCount: sql`(SELECT coalesce(sum(s.error_count), 0)::float8 FROM ${own})`,
    ...Object.fromEntries(
      Object.entries(states.counts ?? {}).map(([field, column]) => [
        field,
        sql`(SELECT coalesce(sum(${sql.ref(`s.${column}`)}), 0)::float8 FROM ${own})`,
      ]),
    ),
    lastError: sql`(SELECT s.last_error FROM ${own} AND s.last_error IS NOT NULL ORDER BY s.status_at DESC LIMIT 1)`,
  }
}
