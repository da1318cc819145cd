import { randomBytes } from 'node:crypto'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { hashToken } from '../tokens.ts'

export type LinkPurpose = 'invitation' | 'registration' | 'reset'

/** How long each link is valid. */
export const LINK_MINUTES: Record<LinkPurpose, number> = {
  invitation: 7 * 24 * 60,
  registration: 7 * 24 * 60,
  reset: 30,
}

/** Whose link it is, as far as a new password has to know. */
export interface LinkOwner {
  id: string
  email: string
  first_name: string
  last_name: string
  customer_name: string | null
  expires_at: Date
  has_second_factor: boolean
}

/** Makes the one link of a user; an older one, of whatever purpose, is of no use any more. @returns its secret, 256 random bits */
export async function makeLinkToken(db: Db, userId: string, purpose: LinkPurpose): Promise<string> {
  const token = `phl_${randomBytes(32).toString('base64url')}`
  await sql`
    INSERT INTO password_link (user_id, purpose, hash, expires_at)
    VALUES (${userId}, ${purpose}, ${hashToken(token)}, now() + make_interval(mins => ${LINK_MINUTES[purpose]}))
    ON CONFLICT (user_id) DO UPDATE SET purpose = excluded.purpose, hash = excluded.hash,
      expires_at = excluded.expires_at, created_at = now()
  `.execute(db)
  return token
}

/** @throws ProblemError `link_invalid`, the same for a used, replaced, expired and made-up one */
export async function findLinkOwner(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<LinkOwner> {
  const { rows } = await sql<LinkOwner>`
    SELECT u.id, u.email, u.first_name, u.last_name, (SELECT name FROM customer WHERE id = u.customer_id) AS customer_name, l.expires_at, has_second_factor(u.id) AS has_second_factor
    FROM password_link l JOIN user_account u ON u.id = l.user_id
    WHERE ${isValid(token, purposes)} AND u.deleted_at IS NULL AND NOT u.disabled
  `.execute(db)
  const [owner] = rows
  if (owner === undefined) throw linkInvalid()
  return owner
}

/**
 * Uses a link up: of any number of parallel calls one does.
 * @returns what it was for
 * @throws ProblemError `link_invalid` for the others
 */
export async function takeLink(db: Db, token: string, purposes: readonly LinkPurpose[]): Promise<LinkPurpose> {
  const { rows } = await sql<{ purpose: LinkPurpose }>`
    DELETE FROM password_link l WHERE ${isValid(token, purposes)} RETURNING purpose
  `.execute(db)
  const [taken] = rows
  if (taken === undefined) throw linkInvalid()
  return taken.purpose
}

/** Makes the link of a user of no use: whatever sets a password does. */
export async function forgetLink(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM password_link WHERE user_id = ${userId}`.execute(db)
}

function isValid(token: string, purposes: readonly LinkPurpose[]) {
  return sql`l.hash = ${hashToken(token)} AND l.purpose = ANY(${purposes}::text[]) AND l.expires_at > now()`
}

function linkInvalid(): ProblemError {
  return new ProblemError('link_invalid', t('access.linkUsedOrTooOld'))
}
