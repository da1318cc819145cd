import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { hashToken } from '../tokens.ts'
import type { Person } from './person.ts'
import { assertSignOn } from './sign-on-error.ts'

/** Time to sign in at the provider. */
const ANSWER_MINUTES = 15
export const CODE_SECONDS = 60

/** What the web has started a single sign-on with. */
export interface Start {
  providerId: string
  redirect: string
  state: string
  challenge: string
  cookie: string
  /** The session that asked for a link; undefined if somebody signs in. */
  linkingSessionId: string | undefined
}

/** A single sign-on whose provider has answered. */
export interface Answered {
  providerId: string
  redirect: string
  state: string
  cookieHash: Buffer
  linkingSessionId: string | null
}

/** A single sign-on whose code has come back. */
export interface Exchanged extends Answered {
  /** The name of the provider. */
  provider: string | null
  challenge: string
  expired: boolean
  userId: string | null
  issuer: string | null
  subject: string | null
  account: string | null
}

/** Stores a started single sign-on. @returns the state for the provider, 256 random bits */
export async function keepStart(db: Db, start: Start): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  await sql`
    INSERT INTO sign_on (state_hash, provider_id, cookie_hash, redirect, state, challenge, linking_session_id, expires_at)
    VALUES (${hashToken(state)}, ${start.providerId}, ${hashToken(start.cookie)}, ${start.redirect}, ${start.state},
      ${start.challenge}, ${start.linkingSessionId ?? null}, now() + make_interval(mins => ${ANSWER_MINUTES}))
  `.execute(db)
  return state
}

/** Takes the one answer that a state may have. @throws SignOnError for an unknown, answered or old one */
export async function takeAnswer(db: Db, state: string): Promise<Answered> {
  const { rows } = await sql<Answered>`
    UPDATE sign_on SET answered_at = now()
    WHERE state_hash = ${hashToken(state)} AND answered_at IS NULL AND expires_at > now()
    RETURNING provider_id AS "providerId", redirect, state, cookie_hash AS "cookieHash",
      linking_session_id AS "linkingSessionId"
  `.execute(db)
  const [row] = rows
  assertSignOn(row, 'answer_unknown', 'state')
  return row
}

/** Stores who was authenticated. @param userId whom the code will sign in; undefined if it links @returns the code */
export async function keepCode(
  db: Db,
  state: string,
  { issuer, subject, account }: Person,
  userId: string | undefined,
): Promise<string> {
  const code = `phc_${randomBytes(32).toString('base64url')}`
  await sql`
    UPDATE sign_on SET code_hash = ${hashToken(code)}, code_expires_at = now() + make_interval(secs => ${CODE_SECONDS}),
      user_id = ${userId ?? null}, issuer = ${issuer}, subject = ${subject}, account = ${account}
    WHERE state_hash = ${hashToken(state)}
  `.execute(db)
  return code
}

/** Uses a code up: of any number of parallel calls one does. @returns undefined if it is unknown or was used */
export async function takeCode(db: Db, code: string): Promise<Exchanged | undefined> {
  const { rows } = await sql<Exchanged>`
    UPDATE sign_on SET code_used_at = now() WHERE code_hash = ${hashToken(code)} AND code_used_at IS NULL
    RETURNING provider_id AS "providerId", redirect, state, cookie_hash AS "cookieHash", challenge,
      linking_session_id AS "linkingSessionId", code_expires_at <= now() AS expired, user_id AS "userId", issuer, subject,
      account, (SELECT name FROM identity_provider p WHERE p.id = provider_id) AS provider
  `.execute(db)
  return rows[0]
}

/** Forgets single sign-ons and tickets that are over. */
export async function forgetOldSignOns(db: Db): Promise<void> {
  await sql`DELETE FROM sign_on WHERE expires_at < now() - interval '1 hour'`.execute(db)
  await sql`DELETE FROM sign_on_ticket WHERE expires_at < now() - interval '1 hour'`.execute(db)
}
