import type { NewPasskey, Passkey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { type Ceremony, issueChallenge, takeChallenge } from './challenges.ts'
import { PasskeyRefusal } from './passkey-refusal.ts'
import type { RelyingParty } from './relying-party.ts'
import { ALGORITHMS, readClientData, verifyNewPasskey, verifyProof } from './verify.ts'

/** How long the browser waits for the user, in milliseconds; the challenge lives as long. */
const TIMEOUT_MS = 5 * 60_000
const MAX_PASSKEYS = 20

interface KnownPasskey {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
}

/** Whose passkey is to be. */
export interface PasskeyOwner {
  id: string
  email: string
  first_name: string
  last_name: string
}

/** Passkeys in the database, and the ceremonies in which they are made and used. The clock is the database's. */
export class Passkeys {
  readonly #db: Db
  readonly #party: RelyingParty

  constructor(db: Db, party: RelyingParty) {
    this.#db = db
    this.#party = party
  }

  async list(userId: string): Promise<Passkey[]> {
    const { rows } = await sql<PasskeyRow>`
      SELECT ${columns} FROM passkey WHERE user_id = ${userId} ORDER BY created_at, id
    `.execute(this.#db)
    return rows.map(toPasskey)
  }

  /** What a browser makes a new passkey with. It verifies its user each time, and so is two factors in one. */
  async beginToAdd(owner: PasskeyOwner, binding: string | undefined): Promise<PasskeyCreation> {
    const known = await this.#credentialsOf(owner.id)
    assertThat(known.length < MAX_PASSKEYS, 'invalid_request', t('access.tooManyPasskeys', { most: MAX_PASSKEYS }))
    const challenge = await issueChallenge(this.#db, { purpose: 'add', userId: owner.id, binding })
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const options = await generateRegistrationOptions({
      rpName: this.#party.name,
      rpID: this.#party.id,
      userName: owner.email,
      userDisplayName: `${owner.first_name} ${owner.last_name}`.trim(),
      userID: new Uint8Array(handleOf(owner.id)),
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return options as PasskeyCreation
  }

  /**
   * Stores a new passkey.
   * @throws PasskeyRefusal where it is not what was asked for; ProblemError `duplicate` where somebody has it already
   */
  async add(
    db: Db,
    userId: string,
    { name, passkey }: { name: string; passkey: NewPasskey },
    binding: string | undefined,
  ): Promise<Passkey> {
    const challenge = await this.#take(passkey.response.clientDataJSON, { purpose: 'add', userId, binding })
    const key = await verifyNewPasskey(passkey, challenge, this.#party)
    if (key === undefined) throw new PasskeyRefusal('not valid', userId)
    const { rows } = await sql<PasskeyRow>`
      INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name, backed_up)
      VALUES (${userId}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${passkey.response.transports ?? []},
        ${name}, ${key.backedUp})
      ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}
    `.execute(db)
    if (rows[0] === undefined) throw new ProblemError('duplicate', t('access.passkeyAddedAlready'))
    return toPasskey(rows[0])
  }

  /** What a browser proves with that its user holds a passkey: any of the site's, or one of a user who is known. */
  async beginToProve(ceremony: Ceremony): Promise<PasskeyRequest> {
    const { userId } = ceremony
    const known = userId === undefined ? undefined : await this.#credentialsOf(userId)
    assertThat(known?.length !== 0, 'not_found', t('access.noPasskey'))
    const challenge = await issueChallenge(this.#db, ceremony)
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    const options = await generateAuthenticationOptions({
      rpID: this.#party.id,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(known === undefined ? {} : { allowCredentials: known }),
    })
    return options as PasskeyRequest
  }

  /** @returns who has proven to hold the passkey @throws PasskeyRefusal */
  async prove(proof: PasskeyProof, ceremony: Ceremony): Promise<string> {
    const challenge = await this.#take(proof.response.clientDataJSON, ceremony)
    const known = await this.#find(proof.id)
    if (known === undefined) throw new PasskeyRefusal('unknown', ceremony.userId)
    const { userId = known.userId, purpose } = ceremony
    if (known.userId !== userId) throw new PasskeyRefusal('of another user', userId)
    const { userHandle } = proof.response
    const isTheirs = userHandle === undefined || userHandle === handleOf(userId).toString('base64url')
    if (!isTheirs || (purpose === 'sign-in' && userHandle === undefined)) {
      throw new PasskeyRefusal('not valid', userId)
    }
    const proven = await verifyProof(proof, challenge, this.#party, known)
    if (proven === undefined) throw new PasskeyRefusal('not valid', userId)
    const { rows } = await sql`
      UPDATE passkey SET counter = ${proven.counter}, backed_up = ${proven.backedUp}, last_used_at = now()
      WHERE id = ${known.id} AND (counter < ${proven.counter} OR (counter = 0 AND ${proven.counter} = 0)) RETURNING 1
    `.execute(this.#db)
    // Two devices count each by themselves: one of them is a copy (WebAuthn 3, section 6.1.1).
    if (rows.length === 0) throw new PasskeyRefusal('its counter went back', userId)
    return userId
  }

  /** @returns the passkey under its new name; undefined if the user has no such one */
  async rename(userId: string, id: string, name: string): Promise<Passkey | undefined> {
    const { rows } = await sql<PasskeyRow>`
      UPDATE passkey SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns}
    `.execute(this.#db)
    return rows[0] && toPasskey(rows[0])
  }

  /** @returns its name; undefined if the user has no such one */
  async remove(db: Db, userId: string, id: string): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`
      DELETE FROM passkey WHERE id = ${id} AND user_id = ${userId} RETURNING name
    `.execute(db)
    return rows[0]?.name
  }

  /** Takes the challenge that was signed, before anything else: whatever comes of the rest, it does not work again. */
  async #take(clientData: string, ceremony: Ceremony): Promise<string> {
    const { challenge, isFramed } = readClientData(clientData)
    const taken = await takeChallenge(this.#db, challenge, ceremony)
    if (!taken) throw new PasskeyRefusal('no such challenge', undefined)
    if (isFramed) throw new PasskeyRefusal('not valid', ceremony.userId)
    return challenge
  }

  async #credentialsOf(userId: string) {
    const { rows } = await sql<{ id: string; transports: string[] }>`
      SELECT credential_id AS id, transports FROM passkey WHERE user_id = ${userId} ORDER BY created_at
    `.execute(this.#db)
    return rows
  }

  async #find(credentialId: string): Promise<KnownPasskey | undefined> {
    const { rows } = await sql<KnownPasskey>`
      SELECT p.id, p.user_id AS "userId", p.credential_id AS "credentialId", p.public_key AS "publicKey"
      FROM passkey p JOIN user_account u ON u.id = p.user_id
      WHERE p.credential_id = ${credentialId} AND u.deleted_at IS NULL AND NOT u.disabled
    `.execute(this.#db)
    return rows[0]
  }
}

type PasskeyRow = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }

const columns = sql`id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", backed_up AS "backedUp"`

function toPasskey({ createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return { ...row, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

/** By what a passkey names its user: the id and nothing that people could read. */
function handleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
