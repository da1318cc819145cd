import { createHash } from 'node:crypto'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'

/** Of a token only its SHA-256 is stored. */
export function hashPushToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export interface TakenToken {
  alarmId: string
  /** Whose notification it is, with what they may do now. */
  principal: Principal
  /** The name of the device. */
  device: string
}

/**
 * Uses a token up: of any number of parallel calls one does.
 * @throws ProblemError `link_invalid` for the others, and for one that is a day old, replaced, made up, or of somebody who may not acknowledge any more
 */
export async function takePushToken(db: Db, token: string): Promise<TakenToken> {
  const { rows } = await sql<{
    alarm_id: string
    user_id: string
    customer_id: string | null
    device: string
    permissions: string[]
  }>`
    WITH taken AS (
      UPDATE push_notice SET token_hash = NULL
      WHERE token_hash = ${hashPushToken(token)} AND queued_at > now() - interval '1 day'
      RETURNING device_id, alarm_id
    )
    SELECT taken.alarm_id, u.id AS user_id, u.customer_id, d.name AS device,
      CASE WHEN lacks_second_factor(u.id) THEN '{}'
        ELSE ARRAY(SELECT DISTINCT permission FROM permission_source WHERE user_id = u.id) END AS permissions
    FROM taken JOIN push_device d ON d.id = taken.device_id JOIN user_account u ON u.id = d.user_id
    WHERE u.deleted_at IS NULL AND NOT u.disabled
  `.execute(db)
  const [found] = rows
  if (found === undefined || !found.permissions.includes('alarm.acknowledge')) {
    throw new ProblemError('link_invalid', t('push.tokenInvalid'))
  }
  const { user_id: userId, customer_id: customerId } = found
  const principal = { userId, customerId, sessionId: undefined, permissions: new Set(found.permissions) }
  return { alarmId: found.alarm_id, principal, device: found.device }
}
