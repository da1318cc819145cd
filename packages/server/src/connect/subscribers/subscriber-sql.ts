import type pg from 'pg'
import type { Sealing } from '../../platform/sealing.ts'
import type { SubscriberState } from './subscriber.ts'
import type { Subscription } from './subscription.ts'

type Pool = Pick<pg.Pool, 'query'>
type Row = Omit<Subscription, 'isUnreadable'> & { password: string | null; clientKey: string | null }

const SELECT = `SELECT id, name, row_version AS "rowVersion", broker_url AS "brokerUrl", client_id AS "clientId",
    topic_filter AS "topicFilter", share_group AS "shareGroup", qos, protocol, encoding, customer_id AS "customerId",
    username, password, ca_certificate AS "caCertificate", client_certificate AS "clientCertificate",
    client_key AS "clientKey", reject_unauthorized AS "rejectUnauthorized"
  FROM mqtt_subscriber`

/** The subscribers that are switched on, with their secrets opened. */
export async function readSubscriptions(pool: Pool, sealing: Sealing): Promise<Subscription[]> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE enabled ORDER BY id`)
  return rows.map((row) => opened(row, sealing))
}

export async function readSubscription(pool: Pool, sealing: Sealing, id: string): Promise<Subscription | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE id = $1`, [id])
  return rows[0] && opened(rows[0], sealing)
}

function opened(row: Row, sealing: Sealing): Subscription {
  const open = (sealed: string | null) => (sealed === null ? undefined : sealing.open(Buffer.from(sealed, 'base64')))
  const password = open(row.password)
  const clientKey = open(row.clientKey)
  const isLost = (sealed: string | null, text: string | undefined) => sealed !== null && text === undefined
  return {
    ...row,
    password,
    clientKey,
    isUnreadable: isLost(row.password, password) || isLost(row.clientKey, clientKey),
  }
}

/** How the subscriber fared before; of a new one nothing is known. */
export async function readState(pool: Pool, id: string, slot: number): Promise<SubscriberState> {
  const { rows } = await pool.query<Omit<SubscriberState, 'lastMessageAt'> & { lastMessageAt: Date | null }>(
    `SELECT status, last_message_at AS "lastMessageAt", message_count::float8 AS "messageCount",
       error_count::float8 AS "errorCount", last_error AS "lastError", subscribed_filter AS "subscribedFilter"
     FROM mqtt_subscriber_state WHERE subscriber_id = $1 AND slot = $2`,
    [id, slot],
  )
  const [row] = rows
  const fresh = { lastMessageAt: null, messageCount: 0, errorCount: 0, lastError: null, subscribedFilter: null }
  if (row === undefined) return { ...fresh, status: 'waiting' }
  return { ...row, status: 'waiting', lastMessageAt: row.lastMessageAt?.getTime() ?? null }
}

/** Writes how subscribers fare. Of those that were deleted meanwhile nothing is kept. */
export async function writeStates(
  pool: Pool,
  running: readonly { id: string; slot: number; state: SubscriberState }[],
): Promise<void> {
  if (running.length === 0) return
  const states = running.map(({ id, slot, state }) => ({ ...state, id, slot }))
  await pool.query(
    `INSERT INTO mqtt_subscriber_state AS known (subscriber_id, slot, status, status_at, last_message_at, message_count,
       error_count, last_error, subscribed_filter)
     SELECT s.id, slot, status, now(), to_timestamp("lastMessageAt" / 1000), "messageCount", "errorCount", "lastError",
       "subscribedFilter"
     FROM jsonb_to_recordset($1) AS s (id uuid, slot int, status text, "lastMessageAt" float8, "messageCount" bigint,
       "errorCount" bigint, "lastError" text, "subscribedFilter" text)
     WHERE EXISTS (SELECT FROM mqtt_subscriber m WHERE m.id = s.id FOR KEY SHARE)
     ON CONFLICT (subscriber_id, slot) DO UPDATE SET status = excluded.status, status_at = excluded.status_at,
       last_message_at = excluded.last_message_at, message_count = excluded.message_count,
       error_count = excluded.error_count, last_error = excluded.last_error,
       subscribed_filter = excluded.subscribed_filter`,
    [JSON.stringify(states)],
  )
}
