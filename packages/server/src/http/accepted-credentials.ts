import type { FastifyRequest } from 'fastify'
import { clock } from '../platform/clock.ts'

/** As long as an access token. */
const REMEMBERED_MS = 10 * 60_000
const MAX_REMEMBERED = 20_000

/** Remembers which credentials were accepted lately. It grants nothing: it only distinguishes strangers from known users. */
export class AcceptedCredentials {
  /** When each was accepted first within the time, those first that were so longest ago. */
  readonly #since = new Map<string, number>()

  has(request: FastifyRequest): boolean {
    const since = this.#since.get(credentialOf(request) ?? '')
    return since !== undefined && clock.monotonic() - since < REMEMBERED_MS
  }

  add(request: FastifyRequest): void {
    const credential = credentialOf(request)
    if (credential === undefined || this.has(request)) return
    this.#since.delete(credential)
    this.#since.set(credential, clock.monotonic())
    const [oldest] = this.#since.keys()
    if (this.#since.size > MAX_REMEMBERED && oldest !== undefined) this.#since.delete(oldest)
  }
}

/** As it was sent; undefined for anonymous requests. */
function credentialOf({ headers }: FastifyRequest): string | undefined {
  const credential = headers.authorization ?? headers['x-api-key']
  return typeof credential === 'string' ? credential : undefined
}
