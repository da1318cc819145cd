import { sql } from 'kysely'
import type { Computed } from '../../engine/resource/columns.ts'
import { hostOf } from '../../platform/sealed-address.ts'

const stateOf = (column: string) => {
  return sql`(SELECT s.${sql.ref(column)} FROM webhook_state s WHERE s.webhook_id = webhook.id)`
}

/** Fields that are computed when a webhook is read. */
export const webhookFields: Computed = {
  secret: sql`NULL`,
  host: hostOf('url'),
  failingSince: stateOf('failing_since'),
  lastDeliveredAt: stateOf('last_delivered_at'),
  waiting: sql`(SELECT count(*)::int FROM webhook_delivery d WHERE d.webhook_id = webhook.id AND d.state = 'waiting')`,
  status: sql`CASE WHEN NOT enabled AND ${stateOf('switched_off_at')} IS NOT NULL THEN 'switchedOff' WHEN NOT enabled THEN 'disabled'
    WHEN ${stateOf('failing_since')} IS NOT NULL THEN 'failing' ELSE 'active' END`,
}
