const CACHE_MS = 60_000
const MOST = 200

/** Answers that are the same for many and need not be of this very second. Several who ask at once wait for one. */
export class ResponseCache<Answer> {
  readonly #known = new Map<string, { until: number; answer: Promise<Answer> }>()

  /** @param key everything the answer depends on; @param now Unix ms */
  async get(key: string, now: number, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key)
    if (known !== undefined && known.until > now) return await known.answer
    const answer = make()
    this.#known.delete(key)
    this.#known.set(key, { until: now + CACHE_MS, answer })
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST) this.#known.delete(oldest)
    // A failure is only for those who waited for it, and is not cached.
    answer.catch(() => this.#known.delete(key))
    return await answer
  }
}
