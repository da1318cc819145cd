import { clock } from '../platform/clock.ts'
import type { Guessed } from './guess-store.ts'

/** How long a count is believed: as long what another node forgets holds somebody up here. */
const BELIEVED_MS = 1_000
/** Names beyond these push out the oldest. */
const MOST_NAMES = 20_000

interface Recent {
  /** What the store has said last. */
  count: number
  at: number
  /** On their way to the store. */
  pending: number
}

/** What this process knows of counts: what is spent anyway is refused without a question to the database, however many ask at once. */
export class RecentGuesses {
  readonly #of = new Map<string, Recent>()

  /** Whether one more would be too many, as far as is known here. */
  isSpent(guessed: Guessed, most: number): boolean {
    const known = this.#of.get(nameOf(guessed))
    if (known === undefined) return false
    const count = clock.monotonic() - known.at < BELIEVED_MS ? known.count : 0
    return count + known.pending >= most
  }

  begin(guessed: Guessed): void {
    const name = nameOf(guessed)
    const known = this.#of.get(name) ?? { count: 0, at: Number.NEGATIVE_INFINITY, pending: 0 }
    known.pending++
    this.#of.delete(name)
    this.#of.set(name, known)
    for (const [oldest, { pending }] of this.#of) {
      if (this.#of.size <= MOST_NAMES || pending > 0) break
      this.#of.delete(oldest)
    }
  }

  /** @param count undefined where the store was not asked, or has not answered */
  end(guessed: Guessed, count?: number): void {
    const known = this.#of.get(nameOf(guessed))
    if (known === undefined) return
    known.pending--
    if (count === undefined) return
    known.count = count
    known.at = clock.monotonic()
  }

  /** What was known is no longer so. */
  change(guessed: Guessed): void {
    const known = this.#of.get(nameOf(guessed))
    if (known !== undefined) known.at = Number.NEGATIVE_INFINITY
  }
}

function nameOf({ kind, name }: Guessed): string {
  return `${kind} ${name}`
}
