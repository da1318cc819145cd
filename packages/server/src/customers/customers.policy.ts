import { LICENCE_NOTICE_DAYS } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/** Fields that are computed when a row is read, by the resource name. */
export const computedFields: Record<string, Computed> = {
  customer: {
    locationCount: sql`(SELECT count(*)::int FROM location l WHERE l.customer_id = customer.id AND l.deleted_at IS NULL)`,
    machineCount: sql`(SELECT count(*)::int FROM machine m WHERE m.customer_id = customer.id AND m.deleted_at IS NULL)`,
  },
  licence: {
    endsSoon: sql`(expires_at BETWEEN current_date AND current_date + ${sql.lit(LICENCE_NOTICE_DAYS)}
      AND coalesce(valid_from <= current_date, true) AND coalesce(terminated_at > current_date, true)) IS TRUE`,
    status: sql`CASE
      WHEN terminated_at <= current_date THEN 'terminated'
      WHEN expires_at < current_date THEN 'expired'
      WHEN valid_from > current_date THEN 'pending'
      ELSE 'valid' END`,
  },
}
