import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import type { AccessParts } from '../auth.actions.ts'
import { forgetDevices } from '../known-devices.ts'
import { assertGoodPassword } from '../password-rules.ts'
import { forgetPending } from '../second-factor/pending-sign-ins.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { LinkMails } from './link-mails.ts'
import { findLinkOwner, forgetLink, type LinkOwner, type LinkPurpose, takeLink } from './link-tokens.ts'

/** What a new password is held against, and hashed by. */
type PasswordParts = Pick<AccessParts, 'passwords' | 'places'>

/** Who set a password, and how. */
export interface PasswordChange {
  actorId?: string
  way: LinkPurpose | 'staff'
  address: string
}

/**
 * Sets a password with the link of a mail, once. A password that is refused does not use the link up.
 * @returns whose password it is
 * @throws ProblemError `link_invalid`, or `invalid_request` at the password
 */
export async function setPasswordByLink(
  { database, mails, ...parts }: PasswordParts & { database: Database; mails: LinkMails },
  { token, password }: { token: string; password: string },
  purposes: readonly LinkPurpose[],
  address: string,
): Promise<LinkOwner> {
  const owner = await findLinkOwner(database.system, token, purposes)
  const hash = await hashGoodPassword(parts, password, owner)
  await database.system.transaction().execute(async (db) => {
    const way = await takeLink(db, token, purposes)
    await storePassword(db, mails, owner, hash, { way, address })
  })
  mails.sendStored()
  return owner
}

/** @throws ProblemError `invalid_request` if the password is too weak */
export async function hashGoodPassword(
  { passwords, places }: PasswordParts,
  password: string,
  { email, first_name, last_name, customer_name, has_second_factor }: Omit<LinkOwner, 'expires_at'>,
): Promise<string> {
  await assertGoodPassword(password, {
    email,
    names: [first_name, last_name],
    places: [...places(), customer_name ?? ''],
    hasSecondFactor: has_second_factor,
  })
  return await passwords.hash(password)
}

/** Stores a new password; with it every session of the user ends, and so do sign-ins that were begun and links. */
export async function storePassword(
  db: Db,
  mails: LinkMails,
  user: { id: string; email: string },
  hash: string,
  { actorId, way, address }: PasswordChange,
): Promise<void> {
  await sql`
    INSERT INTO user_credential (user_id, password_hash) VALUES (${user.id}, ${hash})
    ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()
  `.execute(db)
  await forgetLink(db, user.id)
  await forgetPending(db, user.id)
  await forgetDevices(db, user.id)
  await sql`
    UPDATE session SET ended_at = now(), end_reason = 'password changed' WHERE user_id = ${user.id} AND ended_at IS NULL
  `.execute(db)
  const actor = actorId === undefined ? {} : { actorId }
  await writeSecurityEvent(db, { userId: user.id, ...actor, action: 'password-changed', detail: { way, address } })
  // A first password is no news to anyone who has just set it.
  if (way === 'reset' || way === 'staff') await mails.putPasswordChanged(db, user)
}
