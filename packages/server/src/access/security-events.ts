import { sql } from 'kysely'
import { clientAddress } from '../platform/client-address.ts'
import type { Db } from '../platform/database.ts'
import { requestContext } from '../platform/request-context.ts'
import { programName } from './program-name.ts'

/** What may happen to an account, a session or a key: its group in the log, and whether somebody was refused. */
const kinds = {
  'sign-in': 'login',
  'sign-in-refused': 'login_error',
  'sign-in-paused': 'login_error',
  'sign-out': 'logout',
  refreshed: 'refresh',
  'refresh-token-reused': 'refresh_reuse',
  'client-secret-set': 'account',
  'session-ended': 'logout',
  'other-sessions-ended': 'logout',
  'password-changed': 'password',
  'password-refused': 'password',
  'invitation-sent': 'password',
  'reset-sent': 'password',
  registered: 'account',
  'sign-on-refused': 'login_error',
  'sign-on-groups': 'login',
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
  'right-refused': 'right',
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
  sessionId?: string | undefined
  /** What somebody wanted, such as `GET /v1/customers`. */
  target?: string
  /** Of what was typed for an account that does not exist, as hex. */
  subjectHash?: string | undefined
  /** What else is known, never a secret. */
  detail?: Record<string, unknown>
}

/** A row of the log, ready to be written now or later: it holds what is known of the request. */
export type LogEntry = Readonly<Record<string, unknown>>

/** @returns the entry, as `write_auth_log` of the database takes it */
export function toLogEntry(event: SecurityEvent): LogEntry {
  const request = requestContext.getStore()
  return {
    at: new Date().toISOString(),
    action: event.action,
    type: kinds[event.action],
    outcome: REFUSED.test(event.action) ? 'refused' : 'ok',
    code: event.code,
    user_id: event.userId,
    actor_id: event.actorId === event.userId ? undefined : event.actorId,
    subject_hash: event.subjectHash,
    session_id: event.sessionId,
    api_key_id: event.apiKeyId,
    address: clientAddress.getStore(),
    program: request && programName(request.userAgent),
    request_id: request?.id,
    target: event.target,
    details: event.detail ?? {},
  }
}

export async function writeLogEntries(db: Db, entries: readonly LogEntry[]): Promise<void> {
  await sql`SELECT write_auth_log(${JSON.stringify(entries)}::jsonb)`.execute(db)
}

/** Writes what has happened to an account into the log, where it is part of the user's history. */
export async function writeSecurityEvent(db: Db, event: SecurityEvent): Promise<void> {
  await writeLogEntries(db, [toLogEntry(event)])
}
