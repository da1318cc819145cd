import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { KnownDevice } from './login-limits.ts'

const PLAIN_NAME = 'packhouse_device'
const SECURE_NAME = '__Host-packhouse_device'
const DAYS = 180
/** The least recently used beyond so many is forgotten. */
const PER_ACCOUNT = 20

/**
 * Browsers that have signed in to an account before, recognised by a cookie that scripts cannot read (OWASP: device cookies). It
 * grants nothing: it only prevents somebody else's guesses from delaying the owner.
 */
export class KnownDevices {
  readonly #db: Db
  readonly #secure: boolean

  constructor(db: Db, publicUrl: string) {
    this.#db = db
    this.#secure = publicUrl.startsWith('https:')
  }

  /**
   * The known device of an account that a request comes from; undefined for a stranger's.
   * @param account its id, or its email in the one spelling in which accounts are looked up
   */
  async find(request: FastifyRequest, account: string): Promise<KnownDevice | undefined> {
    const cookie = this.#read(request)
    if (cookie === undefined) return undefined
    const { rows } = await sql<{ user_id: string }>`
      SELECT d.user_id FROM known_device d JOIN user_account u ON u.id = d.user_id
      WHERE d.hash = ${hashOf(cookie)} AND ${isCurrent} AND (u.id::text = ${account} OR email_fold(u.email) = email_fold(${account}))
    `.execute(this.#db)
    const [row] = rows
    return row && { key: `${row.user_id} ${hashOf(cookie).toString('hex')}` }
  }

  /** Knows the browser of a complete sign-in from now on. Several people may share one; other programs are not known. */
  async remember(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.headers['sec-fetch-site'] === undefined) return
    const value = (await this.#ownCookie(request)) ?? randomBytes(32).toString('base64url')
    await sql`
      INSERT INTO known_device (user_id, hash) VALUES (${userId}, ${hashOf(value)})
      ON CONFLICT (user_id, hash) DO UPDATE SET last_used_at = now()
    `.execute(this.#db)
    await sql`
      DELETE FROM known_device WHERE user_id = ${userId} AND hash IN (
        SELECT hash FROM known_device WHERE user_id = ${userId} ORDER BY last_used_at DESC OFFSET ${PER_ACCOUNT})
    `.execute(this.#db)
    const maxAge = DAYS * 24 * 60 * 60
    const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#secure, maxAge } as const
    reply.setCookie(this.#name, value, options)
  }

  /** Deletes browsers that have not been used to sign in for too long. */
  async forgetOld(): Promise<void> {
    await sql`DELETE FROM known_device d WHERE NOT ${isCurrent}`.execute(this.#db)
  }

  /** A cookie that this product has made: one that somebody else has put there is replaced. */
  async #ownCookie(request: FastifyRequest): Promise<string | undefined> {
    const cookie = this.#read(request)
    if (cookie === undefined) return undefined
    const { rows } = await sql`
      SELECT FROM known_device d WHERE d.hash = ${hashOf(cookie)} AND ${isCurrent} LIMIT 1
    `.execute(this.#db)
    return rows.length > 0 ? cookie : undefined
  }

  #read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name]
  }

  get #name(): string {
    return this.#secure ? SECURE_NAME : PLAIN_NAME
  }
}

/** A new password makes strangers of all browsers that know the old one. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM known_device WHERE user_id = ${userId}`.execute(db)
}

const isCurrent = sql`d.last_used_at > now() - make_interval(days => ${DAYS})`

function hashOf(cookie: string): Buffer {
  return createHash('sha256').update(cookie).digest()
}
