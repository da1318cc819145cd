import { sql } from 'kysely'
import type { Computed } from '../../engine/resource/columns.ts'

const ofConnection = sql`opcua_connection_state s WHERE s.connection_id = opcua_connection.id`

/** Fields that are worked out when a row is read: what the server that runs the connection tells. */
export const opcuaComputedFields: Record<string, Computed> = {
  opcuaConnection: {
    status: sql`CASE WHEN NOT enabled THEN 'disabled' ELSE coalesce((SELECT s.status FROM ${ofConnection}
      AND s.status_at > now() - interval '15 seconds'), 'waiting') END`,
    serverTrust: sql`CASE WHEN server_certificate IS NULL THEN 'notVerified' ELSE 'pinned' END`,
    lastMessageAt: sql`(SELECT s.last_message_at FROM ${ofConnection})`,
    messageCount: sql`coalesce((SELECT s.message_count::float8 FROM ${ofConnection}), 0)`,
    errorCount: sql`coalesce((SELECT s.error_count::float8 FROM ${ofConnection}), 0)`,
    lastError: sql`(SELECT s.last_error FROM ${ofConnection})`,
  },
}
