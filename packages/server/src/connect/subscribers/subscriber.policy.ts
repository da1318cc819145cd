import { sql } from 'kysely'
import type { Computed } from '../../engine/resource/columns.ts'

const ofSubscriber = sql`mqtt_subscriber_state s WHERE s.subscriber_id = mqtt_subscriber.id`

/** Fields that are worked out when a row is read: the best of what the servers that share a subscriber tell. */
export const subscriberComputedFields: Record<string, Computed> = {
  mqttSubscriber: {
    status: sql`CASE WHEN NOT enabled THEN 'disabled' ELSE coalesce((SELECT s.status FROM ${ofSubscriber}
      AND s.status_at > now() - interval '15 seconds'
      ORDER BY array_position(ARRAY['connected', 'connecting', 'waiting', 'failed'], s.status) LIMIT 1), 'waiting') END`,
    lastMessageAt: sql`(SELECT max(s.last_message_at) FROM ${ofSubscriber})`,
    messageCount: sql`(SELECT coalesce(sum(s.message_count), 0)::float8 FROM ${ofSubscriber})`,
    errorCount: sql`(SELECT coalesce(sum(s.error_count), 0)::float8 FROM ${ofSubscriber})`,
    lastError: sql`(SELECT s.last_error FROM ${ofSubscriber} AND s.last_error IS NOT NULL ORDER BY s.status_at DESC LIMIT 1)`,
  },
}
