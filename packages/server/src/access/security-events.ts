import { sql } from 'kysely'
import { clientAddress } from '../platform/client-address.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { requestContext } from '../platform/request-context.ts'
import { storableJson } from '../platform/storable-text.ts'
import { browserName, programName } from './program-name.ts'

/** What may happen to an account, a session, a key or a device: its group in the log, and whether somebody was refused. */
const kinds = {
  'sign-in': 'login',
  'sign-in-refused': 'login_error',
  'sign-in-paused': 'login_error',
  'sign-out': 'logout',
  refreshed: 'refresh',
  'refresh-token-reused': 'refresh_reuse',
  'token-refused': 'token',
  'client-secret-set': 'account',
  'session-ended': 'logout',
  'sessions-ended': 'logout',
  'other-sessions-ended': 'logout',
  'password-changed': 'password',
  'password-refused': 'password',
  'invitation-sent': 'password',
  'reset-sent': 'password',
  'link-refused': 'link',
  registered: 'account',
  'sign-on-refused': 'login_error',
  'sign-on-groups': 'login',
  'sign-on-groups-kept': 'login',
  'sign-on-account-made': 'account',
  'identity-linked': 'account',
  'identity-unlinked': 'account',
  'second-factor-asked': 'factor',
  'second-factor-on': 'factor',
  'second-factor-off': 'factor',
  'second-factor-refused': 'factor',
  'api-key-refused': 'key_refused',
  'passkey-added': 'factor',
  'passkey-removed': 'factor',
  'passkey-refused': 'factor',
  confirmed: 'factor',
  'confirmation-refused': 'factor',
  'view-as-begun': 'account',
  'view-as-ended': 'account',
  'right-refused': 'right',
  'rate-refused': 'rate',
  'device-refused': 'device',
  'publish-refused': 'device',
  'subscribe-refused': 'device',
} as const

export type SecurityAction = keyof typeof kinds

const REFUSED = /-(refused|paused|reused)$/

export interface SecurityEvent {
  /** The account it is about; undefined if there is no such account. */
  userId: string | undefined
  /** Who did it, where that is somebody else. */
  actorId?: string
  action: SecurityAction
  /** The word of the problem or the permission, where somebody was refused. */
  code?: string
  apiKeyId?: string | undefined
  deviceId?: string | undefined
  sessionId?: string | undefined
  /** What somebody wanted, such as `GET /v1/customers`. */
  target?: string
  /** What else is known, never a secret; of refusals nothing but words of ours and ids. */
  detail?: Record<string, unknown>
}

/** When and from where something happened, for what is written later. */
export interface Seen {
  at: string
  address: string | undefined
  userAgent: string | null | undefined
  requestId: string | undefined
}

export function seenNow(address = clientAddress.getStore()): Seen {
  const request = requestContext.getStore()
  return { at: new Date(clock.now()).toISOString(), address, userAgent: request?.userAgent, requestId: request?.id }
}

/** A row of the log, ready to be written now or later: it holds what is known of the request. */
export type LogEntry = Readonly<Record<string, unknown>>

/** @returns the entry, as `write_auth_log` and `write_refusals` of the database take it */
export function toLogEntry(event: SecurityEvent, { at, address, userAgent, requestId }: Seen = seenNow()): LogEntry {
  const isRefused = isRefusal(event)
  return {
    at,
    action: event.action,
    type: kinds[event.action],
    outcome: isRefused ? 'refused' : 'ok',
    code: event.code,
    user_id: event.userId,
    actor_id: event.actorId === event.userId ? undefined : event.actorId,
    session_id: event.sessionId,
    api_key_id: event.apiKeyId,
    device_id: event.deviceId,
    address,
    // Who is refused may be a stranger: nothing of what they call their program is stored.
    program: userAgent === undefined ? undefined : isRefused ? browserName(userAgent) : programName(userAgent),
    request_id: requestId,
    target: event.target,
    details: event.detail ?? {},
  }
}

function isRefusal({ action }: SecurityEvent): boolean {
  return REFUSED.test(action)
}

/** Writes what has happened to an account into the log, where it is part of the user's history. */
export async function writeSecurityEvent(db: Db, event: SecurityEvent): Promise<void> {
  await sql`SELECT write_auth_log(${storableJson([toLogEntry(event)])}::jsonb)`.execute(db)
}
