import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'

/** All of them are switched off: the sample company calls nobody. */
const subscribers = [
  {
    name: 'Gdańsk bakery, plant broker',
    customer: 'BALTIC',
    brokerUrl: 'mqtts://broker.baltic.example:8883',
    clientId: 'packhouse-baltic',
    topicFilter: 'spBv1.0/#',
    encoding: 'sparkplugB',
    protocol: '3.1.1',
    username: 'packhouse',
    messages: 1_284_332,
    daysAgo: 21,
  },
  {
    name: 'Leeds factory, line gateway',
    customer: 'MERIDIAN',
    brokerUrl: 'mqtts://gateway.meridian.example:8883',
    clientId: 'packhouse-leeds',
    topicFilter: 'packhouse/+/record',
    encoding: 'json',
    protocol: '5',
    username: null,
    messages: 96_410,
    daysAgo: 140,
  },
] as const

/** Connections to brokers of customers from before their machines sent by themselves. */
export async function seedSubscribers(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM mqtt_subscriber LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    WITH added AS (
      INSERT INTO mqtt_subscriber (name, enabled, broker_url, client_id, topic_filter, qos, protocol, encoding, customer_id, username, reject_unauthorized)
      SELECT value ->> 'name', false, value ->> 'brokerUrl', value ->> 'clientId', value ->> 'topicFilter', 1, value ->> 'protocol',
        value ->> 'encoding', customer.id, value ->> 'username', true
      FROM ${given(subscribers)} JOIN customer ON customer.code = value ->> 'customer' AND customer.deleted_at IS NULL
      ORDER BY place RETURNING id, client_id
    )
    INSERT INTO mqtt_subscriber_state (subscriber_id, slot, status, status_at, last_message_at, message_count, error_count)
    SELECT added.id, 0, 'disabled', last.at, last.at, (value ->> 'messages')::bigint, 0
    FROM ${given(subscribers)} JOIN added ON added.client_id = value ->> 'clientId'
      CROSS JOIN LATERAL (SELECT now() - make_interval(days => (value ->> 'daysAgo')::int) AS at) last
  `.execute(db)
}
