import type { SubscriberStatus } from '@packhouse/contract'
import type pg from 'pg'
import type { Sealing } from '../../platform/sealing.ts'
import type { OpcuaConnection } from './opcua-connection.ts'

type Pool = Pick<pg.Pool, 'query'>
type Row = Omit<OpcuaConnection, 'isUnreadable'> & { password: string | null }

/** How a connection fares. Counters rise from where they stood when it was started. */
export interface ConnectionState {
  status: SubscriberStatus
  lastMessageAt: number | null
  messageCount: number
  errorCount: number
  lastError: string | null
}

const SELECT = `SELECT c.id, c.name, c.row_version AS "rowVersion", m.machine_id AS "machineID",
    c.endpoint_url AS "endpointUrl", c.sampling_ms AS "samplingMs", c.security_mode AS "securityMode",
    c.security_policy AS "securityPolicy", c.server_certificate AS "serverCertificate", c.user_name AS "userName", c.password
  FROM opcua_connection c JOIN machine m ON m.id = c.machine_id`

/** The connections that are switched on, with their secrets opened. */
export async function readConnections(pool: Pool, sealing: Sealing): Promise<OpcuaConnection[]> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE c.enabled ORDER BY c.id`)
  return rows.map((row) => opened(row, sealing))
}

export async function readConnection(pool: Pool, sealing: Sealing, id: string): Promise<OpcuaConnection | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE c.id = $1`, [id])
  return rows[0] && opened(rows[0], sealing)
}

function opened(row: Row, sealing: Sealing): OpcuaConnection {
  const password = row.password === null ? undefined : sealing.open(Buffer.from(row.password, 'base64'))
  return { ...row, password, isUnreadable: row.password !== null && password === undefined }
}

/** How the connection fared before; of a new one nothing is known. */
export async function readState(pool: Pool, id: string): Promise<ConnectionState> {
  const { rows } = await pool.query<Omit<ConnectionState, 'lastMessageAt'> & { lastMessageAt: Date | null }>(
    `SELECT last_message_at AS "lastMessageAt", message_count::float8 AS "messageCount",
       error_count::float8 AS "errorCount", last_error AS "lastError"
     FROM opcua_connection_state WHERE connection_id = $1`,
    [id],
  )
  const [row] = rows
  if (row === undefined)
    return { status: 'waiting', lastMessageAt: null, messageCount: 0, errorCount: 0, lastError: null }
  return { ...row, status: 'waiting', lastMessageAt: row.lastMessageAt?.getTime() ?? null }
}

/** Writes how connections fare. Of those that were deleted meanwhile nothing is kept. */
export async function writeStates(
  pool: Pool,
  running: readonly { id: string; state: ConnectionState }[],
): Promise<void> {
  if (running.length === 0) return
  const states = running.map(({ id, state }) => ({ ...state, id }))
  await pool.query(
    `INSERT INTO opcua_connection_state (connection_id, status, status_at, last_message_at, message_count, error_count,
       last_error)
     SELECT s.id, status, now(), to_timestamp("lastMessageAt" / 1000), "messageCount", "errorCount", "lastError"
     FROM jsonb_to_recordset($1) AS s (id uuid, status text, "lastMessageAt" float8, "messageCount" bigint,
       "errorCount" bigint, "lastError" text)
     WHERE EXISTS (SELECT FROM opcua_connection c WHERE c.id = s.id FOR KEY SHARE)
     ON CONFLICT (connection_id) DO UPDATE SET status = excluded.status, status_at = excluded.status_at,
       last_message_at = excluded.last_message_at, message_count = excluded.message_count,
       error_count = excluded.error_count, last_error = excluded.last_error`,
    [JSON.stringify(states)],
  )
}
