import { ProblemError } from '../engine/problem-error.ts'

/** How long an answer of the database is believed: what is revoked takes effect within this time (on streams, twice). */
const CACHE_MS = 500
const CACHE_ENTRIES = 10_000
/** Nobody waits longer for a database that does not answer. */
const PATIENCE_MS = 4_000

/** Those credentials of which the database knows something. */
type Ask<Found> = (credentials: readonly string[]) => Promise<ReadonlyMap<string, Found>>

interface Question<Found> {
  credentials: string[]
  answer: Promise<ReadonlyMap<string, Found>>
}

/**
 * Remembers for a moment what the database has said of a credential. What is asked in one go, such as for all open
 * streams, is one question to the database.
 */
export class BriefCache<Found> {
  readonly #ask: Ask<Found>
  readonly #entries = new Map<string, { at: number; found: Promise<Found | undefined> }>()
  #question: Question<Found> | undefined

  constructor(ask: Ask<Found>) {
    this.#ask = ask
  }

  /** @throws ProblemError 503 where the database does not answer in time */
  async find(credential: string): Promise<Found | undefined> {
    const now = performance.now()
    const cached = this.#entries.get(credential)
    if (cached !== undefined && now - cached.at < CACHE_MS) return await cached.found
    const found = this.#request(credential)
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

  async #request(credential: string): Promise<Found | undefined> {
    this.#question ??= this.#open()
    this.#question.credentials.push(credential)
    return (await this.#question.answer).get(credential)
  }

  /** It is asked when what runs now is done, and takes credentials until then. */
  #open(): Question<Found> {
    const credentials: string[] = []
    const answer = Promise.resolve().then(() => {
      this.#question = undefined
      return inTime(this.#ask(credentials))
    })
    return { credentials, answer }
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
