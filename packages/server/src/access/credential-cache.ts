import { clock } from '../platform/clock.ts'
import { type Ask, BatchedLookup } from './batched-lookup.ts'

/** How long an answer of the database is believed: what is revoked takes effect within this time (on streams, twice). */
const CACHE_MS = 500
const CACHE_ENTRIES = 10_000

/**
 * Remembers for a moment what the database has said of a credential. What is asked in one go, such as for all open
 * streams, is one question to the database.
 */
export class CredentialCache<Found> {
  readonly #lookup: BatchedLookup<Found>
  readonly #entries = new Map<string, { at: number; found: Promise<Found | undefined> }>()

  constructor(ask: Ask<Found>) {
    this.#lookup = new BatchedLookup(ask)
  }

  /** @throws ProblemError 503 where the database does not answer in time */
  async find(credential: string): Promise<Found | undefined> {
    const now = clock.monotonic()
    const cached = this.#entries.get(credential)
    if (cached !== undefined && now - cached.at < CACHE_MS) return await cached.found
    const found = this.#lookup.find(credential)
    this.#entries.delete(credential)
    this.#entries.set(credential, { at: now, found })
    // A fault of the database must not be remembered as an answer.
    found.catch(() => this.#entries.delete(credential))
    if (this.#entries.size > CACHE_ENTRIES) this.#dropOldest()
    return await found
  }

  forget(credential: string): void {
    this.#entries.delete(credential)
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= CACHE_ENTRIES / 2) return
      this.#entries.delete(key)
    }
  }
}
