import { ProblemError } from '../engine/problem-error.ts'

/** How long an answer of the database is believed: what is revoked takes effect within this time (on streams, twice). */
const CACHE_MS = 500
const CACHE_ENTRIES = 10_000
/** Nobody waits longer for a database that does not answer. */
const PATIENCE_MS = 4_000

/** Remembers for a moment what the database has said of a credential. */
export class BriefCache<Found> {
  readonly #ask: (credential: string) => Promise<Found | undefined>
  readonly #entries = new Map<string, { at: number; found: Promise<Found | undefined> }>()

  constructor(ask: (credential: string) => Promise<Found | undefined>) {
    this.#ask = ask
  }

  /** @throws ProblemError 503 where the database does not answer in time */
  async find(credential: string): Promise<Found | undefined> {
    const now = performance.now()
    const cached = this.#entries.get(credential)
    if (cached !== undefined && now - cached.at < CACHE_MS) return await cached.found
    const found = inTime(this.#ask(credential))
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

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    const words = 'The database does not answer at the moment. Try again in a few seconds.'
    late = setTimeout(() => reject(new ProblemError('unavailable', words)), PATIENCE_MS)
  })
  return await Promise.race([answer, patience]).finally(() => clearTimeout(late))
}
