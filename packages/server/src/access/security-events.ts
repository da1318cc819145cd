import { sql } from 'kysely'
import { clientAddress } from '../platform/client-address.ts'
import type { Db } from '../platform/database.ts'

export type SecurityAction =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'refresh-token-reused'
  | 'client-secret-set'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'password-changed'
  | 'password-refused'
  | 'invitation-sent'
  | 'reset-sent'
  | 'registered'
  | 'sign-on-refused'
  | 'sign-on-groups'
  | 'sign-on-account-made'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'second-factor-asked'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-refused'
  | 'api-key-refused'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-refused'
  | 'confirmed'
  | 'confirmation-refused'

/** Used if the named account does not exist. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export interface SecurityEvent {
  /** The account it is about; undefined if there is no such account. */
  userId: string | undefined
  /** Who did it, where that is somebody else. */
  actorId?: string
  action: SecurityAction
  /** What else is known, never a secret. */
  detail?: Record<string, unknown>
}

/** Writes what has happened to an account into the audit, where it is part of the user's history. */
export async function writeSecurityEvent(
  db: Db,
  { userId = NOBODY, actorId = userId, action, detail = {} }: SecurityEvent,
): Promise<void> {
  await sql`
    INSERT INTO audit_entry (actor_id, address, action, resource, row_id, after)
    VALUES (${actorId}, ${clientAddress.getStore() ?? null}, ${action}, 'user', ${userId}, ${JSON.stringify(detail)}::jsonb)
  `.execute(db)
}
