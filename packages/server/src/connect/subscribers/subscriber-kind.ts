import { type SubscriberTest, subscriberDevice } from '@packhouse/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ConnectionKind } from '../supervisor/connection-kind.ts'
import type { ConnectionSecrets } from '../supervisor/connection-secrets.ts'
import { type ConnectionState, freshState } from '../supervisor/connection-states.ts'
import { ConnectionSupervisor, type SupervisorParts } from '../supervisor/connection-supervisor.ts'
import { statusFields } from '../supervisor/status-fields.ts'
import type { MessageHandlerParts } from './message-handler.ts'
import { Subscriber } from './subscriber.ts'
import { type Subscription, sharesMessages } from './subscription.ts'
import { testSubscription } from './test-subscription.ts'

export type SubscriberState = ConnectionState & {
  /** The filter to which the session at the broker is subscribed. */
  subscribedFilter: string | null
  /** Messages that the broker had retained and that report no time: nothing is stored of them. */
  retainedCount: number
  /** Why it is not connected, and the field that causes it; null while it is. */
  linkError: string | null
  linkErrorField: string | null
}

export type SubscriberSupervisor = ConnectionSupervisor<Subscription, SubscriberState, SubscriberTest>

type Row = Omit<Subscription, 'isUnreadable'> & { password: string | null; clientKey: string | null }

const TABLE = 'mqtt_subscriber'
const states = {
  table: 'mqtt_subscriber_state',
  key: 'subscriber_id',
  hasSlots: true,
  texts: { subscribedFilter: 'subscribed_filter', linkError: 'link_error', linkErrorField: 'link_error_field' },
  counts: { retainedCount: 'retained_count' },
}

const SELECT = `SELECT id, name, row_version AS "rowVersion", broker_url AS "brokerUrl", client_id AS "clientId",
    topic_filter AS "topicFilter", share_group AS "shareGroup", qos, protocol, encoding, session, customer_id AS "customerId",
    username, password, ca_certificate AS "caCertificate", client_certificate AS "clientCertificate",
    client_key AS "clientKey", reject_unauthorized AS "rejectUnauthorized"
  FROM ${TABLE}`

/** Fields of the resource that its running servers fill. */
export const subscriberComputedFields = {
  mqttSubscriber: {
    ...statusFields(TABLE, states),
    connectionError: newest('link_error'),
    connectionErrorField: newest('link_error_field'),
    deadLetterCount: sql`(SELECT count(*)::float8 FROM refused_message r
      WHERE r.device = ${subscriberDevice('')} || ${sql.ref(`${TABLE}.name`)} AND r.replayed_at IS NULL)`,
  },
}

/** What the server that reported last says of a connection that does not stand. */
function newest(column: string) {
  return sql`CASE WHEN enabled THEN (SELECT ${sql.ref(`s.${column}`)} FROM ${sql.table(states.table)} s
    WHERE s.subscriber_id = ${sql.ref(`${TABLE}.id`)} AND s.link_error IS NOT NULL ORDER BY s.status_at DESC LIMIT 1) END`
}

/** Runs the subscribers that are switched on, as far as no other server does. */
export function superviseSubscribers(parts: SupervisorParts & MessageHandlerParts): SubscriberSupervisor {
  return new ConnectionSupervisor(subscriberKind(parts), parts)
}

function subscriberKind(parts: MessageHandlerParts): ConnectionKind<Subscription, SubscriberState, SubscriberTest> {
  return {
    nouns: { one: 'subscriber', many: 'subscribers' },
    table: TABLE,
    states,
    freshState: { ...freshState, subscribedFilter: null, retainedCount: 0, linkError: null, linkErrorField: null },
    secrets: { use: 'mqtt subscribers', fields: ['password', 'clientKey'] },
    read: readSubscriptions,
    isSame: (before, after) => before.rowVersion === after.rowVersion,
    isShared: sharesMessages,
    open: (subscription, from, onChange) => new Subscriber(subscription, from, parts, onChange),
    test: testSubscription,
  }
}

async function readSubscriptions(
  pool: Pick<pg.Pool, 'query'>,
  secrets: ConnectionSecrets,
  condition: string,
  values: readonly unknown[],
): Promise<Subscription[]> {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE ${condition}`, [...values])
  return rows.map((row) => ({
    ...row,
    password: secrets.decrypt(row.password),
    clientKey: secrets.decrypt(row.clientKey),
    isUnreadable: secrets.areUnreadable(row.password, row.clientKey),
  }))
}
