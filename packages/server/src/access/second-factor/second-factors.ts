import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { Encryption } from '../../platform/encryption.ts'
import { type InstallationKeys, recoveryKeyOf } from '../../platform/installation-keys.ts'
import { newSecret, timeStepOf } from './one-time-codes.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

/** What a code was that was taken. */
export type SpentCode = 'code' | 'recovery-code'

interface Found {
  secret: Buffer
  on: boolean
  now: number
}

/** Second factors in the database. The clock of all of them is the database's. */
export class SecondFactors {
  readonly #secrets: Encryption
  /** The first is that of new codes. */
  readonly #recoveryKeys: readonly [Buffer, ...Buffer[]]

  constructor(keys: InstallationKeys) {
    this.#secrets = new Encryption(keys, 'second factors')
    const older = keys.recovery.map((key) => Buffer.from(key, 'base64url'))
    this.#recoveryKeys = [recoveryKeyOf(keys.current), ...older]
  }

  /** Whether a password alone does not let the user in. */
  async protects(db: Db, userId: string): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`SELECT has_second_factor(${userId}) AS has`.execute(db)
    return rows[0]?.has ?? false
  }

  /** Which there are: an app, a passkey. */
  async kinds(db: Db, userId: string): Promise<{ app: boolean; passkey: boolean }> {
    const { rows } = await sql<{ app: boolean; passkey: boolean }>`
      SELECT EXISTS (SELECT FROM user_second_factor WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS app,
        EXISTS (SELECT FROM passkey WHERE user_id = ${userId}) AS passkey
    `.execute(db)
    return rows[0] ?? { app: false, passkey: false }
  }

  /** The app, without which there are no recovery codes. */
  async state(db: Db, userId: string): Promise<{ on: boolean; recoveryCodes: number }> {
    const { rows } = await sql<{ left: number }>`
      SELECT (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = f.user_id AND used_at IS NULL) AS left
      FROM user_second_factor f WHERE user_id = ${userId} AND confirmed_at IS NOT NULL
    `.execute(db)
    return { on: rows.length > 0, recoveryCodes: rows[0]?.left ?? 0 }
  }

  /** Makes a secret that nothing is asked with until it is confirmed. @throws ProblemError `duplicate` where one is on */
  async begin(db: Db, userId: string): Promise<string> {
    const secret = newSecret()
    const { rows } = await sql`
      INSERT INTO user_second_factor AS f (user_id, secret) VALUES (${userId}, ${this.#secrets.encrypt(`${userId}:${secret}`)})
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now() WHERE f.confirmed_at IS NULL
      RETURNING user_id
    `.execute(db)
    if (rows.length === 0) throw new ProblemError('duplicate', t('access.aSecondFactorIsOnAlready'))
    return secret
  }

  /**
   * Switches on what was begun, where the code is right; one of any number of parallel calls does it.
   * @returns the recovery codes, of which only hashes are stored; undefined if the code is not right
   */
  async confirm(db: Db, userId: string, typed: string): Promise<string[] | undefined> {
    const found = await this.#find(db, userId)
    if (found?.on) throw new ProblemError('duplicate', t('access.theSecondFactorIsOnAlready'))
    const step = found && this.#stepOf(userId, found, typed)
    if (step === undefined) return undefined
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => hashRecoveryCode(this.#recoveryKeys[0], userId, code))
    const { rows } = await sql`
      WITH confirmed AS (
        UPDATE user_second_factor SET confirmed_at = now(), last_step = ${step}
        WHERE user_id = ${userId} AND confirmed_at IS NULL AND secret = ${found?.secret} RETURNING user_id
      )
      INSERT INTO recovery_code (user_id, hash) SELECT user_id, unnest(${hashes}::bytea[]) FROM confirmed RETURNING 1
    `.execute(db)
    return rows.length > 0 ? codes : undefined
  }

  /**
   * Takes a code of the app or a recovery code, once: one statement marks it used, so that of any number of parallel
   * tries one finds it unused. A code of an app makes all earlier ones void too.
   */
  async spend(db: Db, userId: string, typed: string): Promise<SpentCode | undefined> {
    const found = await this.#find(db, userId)
    if (!found?.on) return undefined
    const step = this.#stepOf(userId, found, typed)
    const taken =
      step === undefined
        ? sql`UPDATE recovery_code SET used_at = now() WHERE user_id = ${userId} AND used_at IS NULL
            AND hash = ANY(${this.#recoveryKeys.map((key) => hashRecoveryCode(key, userId, typed))}::bytea[]) RETURNING 1`
        : sql`UPDATE user_second_factor SET last_step = ${step}
            WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND last_step < ${step} RETURNING 1`
    const { rows } = await taken.execute(db)
    if (rows.length === 0) return undefined
    return step === undefined ? 'recovery-code' : 'code'
  }

  /** Switches it off; recovery codes and awaited sign-ins go with it. @returns whether one was on */
  async end(db: Db, userId: string): Promise<boolean> {
    const { rows } = await sql`DELETE FROM user_second_factor WHERE user_id = ${userId} RETURNING user_id`.execute(db)
    return rows.length > 0
  }

  /** Switches everything off that is asked for beside the password. @returns whether there was anything */
  async endAll(db: Db, userId: string): Promise<boolean> {
    const ended = await this.end(db, userId)
    const { rows } = await sql`DELETE FROM passkey WHERE user_id = ${userId} RETURNING user_id`.execute(db)
    return ended || rows.length > 0
  }

  /** Makes two who take away a factor each follow one another: of both the second is the last. */
  async lockOwner(db: Db, userId: string): Promise<void> {
    await sql`SELECT FROM user_account WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db)
  }

  /** @throws ProblemError `second_factor_required` where a role needs one and none is left */
  async assertEnough(db: Db, userId: string): Promise<void> {
    const { rows } = await sql<{ lacks: boolean }>`SELECT lacks_second_factor(${userId}) AS lacks`.execute(db)
    const words = t('access.lastSecondFactorStays')
    assertThat(!rows[0]?.lacks, 'second_factor_required', words)
  }

  async #find(db: Db, userId: string): Promise<Found | undefined> {
    const { rows } = await sql<Found>`
      SELECT secret, confirmed_at IS NOT NULL AS on, extract(epoch FROM now())::float8 AS now
      FROM user_second_factor WHERE user_id = ${userId}
    `.execute(db)
    return rows[0]
  }

  #stepOf(userId: string, { secret, now }: Found, typed: string): number | undefined {
    const [owner, plain] = this.#secrets.decrypt(secret)?.split(':') ?? []
    // The row of another user, or a database that came without the key of its installation.
    assertThat(owner === userId && plain, 'internal')
    return timeStepOf(plain, typed.replaceAll(/\s/g, ''), now)
  }
}
