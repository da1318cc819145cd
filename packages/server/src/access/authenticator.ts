import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { readBinding } from './binding.ts'
import { type FoundSession, hashBinding, type Sessions } from './sessions.ts'
import { isAccessToken } from './tokens.ts'

/** How long an answer of the database is believed: what is revoked takes effect within this time (on streams, twice). */
const CACHE_MS = 500
const CACHE_ENTRIES = 10_000

/** Finds the principal of a request from its credential headers. */
export class Authenticator {
  readonly #sessions: Sessions
  readonly #cache = new Map<string, { at: number; found: Promise<FoundSession | undefined> }>()

  constructor(sessions: Sessions) {
    this.#sessions = sessions
  }

  /** @throws ProblemError 401 with the code that says what is wrong with the credentials */
  readonly authenticate = async (request: FastifyRequest): Promise<Principal> => {
    const token = tokenOf(request)
    assertThat(isAccessToken(token), 'token_invalid', 'Send the access token of a sign-in.')
    const found = await this.#find(token)
    assertThat(found, 'token_invalid', 'It is unknown, or its session has ended. Sign in again.')
    assertThat(!found.expired, 'token_expired', 'Exchange the refresh token for a new one.')
    assertThat(isBound(found, request), 'token_invalid', 'It belongs to another browser. Sign in again.')
    return found.principal
  }

  /** Makes an ended session count at once on this node. */
  forget(request: FastifyRequest): void {
    this.#cache.delete(tokenOf(request))
  }

  async #find(token: string): Promise<FoundSession | undefined> {
    const now = performance.now()
    const cached = this.#cache.get(token)
    if (cached !== undefined && now - cached.at < CACHE_MS) return await cached.found
    const found = this.#sessions.find(token)
    this.#cache.delete(token)
    this.#cache.set(token, { at: now, found })
    // A fault of the database must not be remembered as an answer.
    found.catch(() => this.#cache.delete(token))
    if (this.#cache.size > CACHE_ENTRIES) this.#dropOldest()
    return await found
  }

  #dropOldest(): void {
    for (const key of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_ENTRIES / 2) return
      this.#cache.delete(key)
    }
  }
}

/** The token of the two headers: at least one must be there, and two must agree. */
function tokenOf(request: FastifyRequest): string {
  const authorization = request.headers.authorization
  const key = request.headers['x-api-key']
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  assertThat(
    authorization === undefined || bearer !== undefined,
    'token_invalid',
    'Send `Authorization: Bearer <token>`.',
  )
  assertThat(typeof key === 'string' || key === undefined, 'token_mismatch', 'Send X-API-KEY once.')
  if (bearer !== undefined && key !== undefined) {
    assertThat(bearer === key, 'token_mismatch', 'Authorization and X-API-KEY must carry the same token.')
  }
  const token = bearer ?? key
  if (token === undefined) throw new ProblemError('not_signed_in', 'Send the access token of a sign-in.')
  return token
}

function isBound(found: FoundSession, request: FastifyRequest): boolean {
  if (found.bindingHash === null) return true
  const presented = hashBinding(readBinding(request))
  return presented !== null && timingSafeEqual(presented, found.bindingHash)
}
