import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { hashBinding } from '../sessions.ts'

const CHALLENGE_MINUTES = 5

/** What somebody wants to do with a passkey, and who and where it is: the user is unknown if the passkey replaces a login. */
export interface Ceremony {
  purpose: 'add' | 'sign-in' | 'second-factor' | 'confirm'
  userId?: string
  /** The cookie value of the browser; undefined for another program. */
  binding: string | undefined
}

/** Makes a challenge: 256 random bits, of which only a hash is stored. Those that are over go by the way. */
export async function issueChallenge(db: Db, { purpose, userId, binding }: Ceremony): Promise<Buffer> {
  const challenge = randomBytes(32)
  await sql`
    WITH over AS (DELETE FROM passkey_challenge WHERE expires_at < now())
    INSERT INTO passkey_challenge (hash, purpose, user_id, binding_hash, expires_at)
    VALUES (${hashOf(challenge)}, ${purpose}, ${userId ?? null}, ${hashBinding(binding)},
      now() + make_interval(mins => ${CHALLENGE_MINUTES}))
  `.execute(db)
  return challenge
}

/**
 * Takes a challenge, once: one statement deletes it, so that of any number of parallel tries one finds it.
 * @param challenge in base64url
 * @returns whether it was made for this and is not over
 */
export async function takeChallenge(
  db: Db,
  challenge: string,
  { purpose, userId, binding }: Ceremony,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM passkey_challenge
    WHERE hash = ${hashOf(Buffer.from(challenge, 'base64url'))} AND purpose = ${purpose} AND expires_at > now()
      AND user_id IS NOT DISTINCT FROM ${userId ?? null}
      AND (binding_hash IS NULL OR binding_hash = ${hashBinding(binding)})
    RETURNING 1
  `.execute(db)
  return rows.length > 0
}

function hashOf(challenge: Buffer): Buffer {
  return createHash('sha256').update(challenge).digest()
}
