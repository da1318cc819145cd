import type pg from 'pg'
import { clock } from '../../platform/clock.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { StorageLimits } from '../../platform/storage-limits.ts'
import { addRepeats, countLetters, insertLetters, insertOverflow } from './dead-letter-sql.ts'
import { LetterShares } from './letter-shares.ts'
import { type Letter, lettersOf, type RefusedMessage } from './refused-message.ts'

/** What staff have discarded or replayed makes room: before a letter is left out it is counted again, this often at most. */
const COUNT_AGAIN_MS = 5_000

/**
 * Stores refused messages as dead letters, each sender and customer within its share. A repeat of the same content is counted on
 * the letter that there is.
 */
export class DeadLetterStore {
  readonly #shares: LetterShares
  readonly #refusals: Refusals
  readonly #ownerOf: (machineKey: number) => string | null
  readonly #hasOthers: boolean
  #countedAt = Number.NEGATIVE_INFINITY
  /** How many records that only their time spoke against were put in: some of them may have to be taken back. */
  untimely = 0

  /** @param ownerOf the customer of a machine; @param hasOthers whether other processes store letters too */
  constructor(
    limits: StorageLimits,
    refusals: Refusals,
    ownerOf: (machineKey: number) => string | null,
    hasOthers = false,
  ) {
    this.#hasOthers = hasOthers
    this.#shares = new LetterShares(limits)
    this.#refusals = refusals
    this.#ownerOf = ownerOf
  }

  /** Forgets what was counted: the transaction has failed, or somebody else has changed the letters. */
  recount(): void {
    this.#countedAt = Number.NEGATIVE_INFINITY
  }

  /**
   * Takes note that messages are stored for others to see. Not before the commit: who looks at the count and then at the rows
   * would miss those in between, and not look again.
   */
  committed(messages: readonly RefusedMessage[]): void {
    this.untimely += messages.filter(({ untimely }) => untimely !== undefined).length
  }

  /** Stores within the transaction of the client. @returns those that could not be stored; they are counted with a sample */
  async store(client: pg.ClientBase, messages: readonly RefusedMessage[]): Promise<RefusedMessage[]> {
    if (messages.length === 0) return []
    const letters = lettersOf(messages)
    // In one order for all, so that nobody waits for another in a circle.
    if (this.#hasOthers) letters.sort((a, b) => a.digest.compare(b.digest))
    const known = await addRepeats(client, letters)
    const fresh = letters.filter(({ digest }) => !known.has(digest.toString('hex')))
    if (fresh.length === 0) return []
    await this.#countWhereNeeded(client, this.#isUncounted)
    const full = await this.#insert(client, fresh)
    const notStored = full.flatMap((letter) => letter.messages)
    if (notStored.length > 0) await insertOverflow(client, full)
    return notStored
  }

  /** What others store is in no count here. */
  get #isUncounted(): boolean {
    if (this.#hasOthers) return clock.monotonic() - this.#countedAt >= COUNT_AGAIN_MS
    return this.#countedAt === Number.NEGATIVE_INFINITY
  }

  /** @returns letters for which there is no room */
  async #insert(client: pg.ClientBase, letters: readonly Letter[]): Promise<Letter[]> {
    const accepted: Letter[] = []
    const full: Letter[] = []
    for (const letter of letters) {
      const { device, machineKey, customerId = null, payload } = letter.first
      const ownerId = (machineKey === null ? null : this.#ownerOf(machineKey)) ?? customerId
      const sender = { device, machineKey, ownerId }
      let share = this.#shares.take(sender, payload.length)
      if (share !== undefined && (await this.#countAgain(client, accepted))) {
        share = this.#shares.take(sender, payload.length)
      }
      if (share === undefined) accepted.push(letter)
      else {
        full.push(letter)
        this.#refusals.count('dead_letters', share, letter.messages.length)
      }
    }
    await insertLetters(client, accepted)
    return full
  }

  /** @param accepted what is not inserted yet, and is inserted first so that it is counted @returns whether it was counted */
  async #countAgain(client: pg.ClientBase, accepted: Letter[]): Promise<boolean> {
    if (clock.monotonic() - this.#countedAt < COUNT_AGAIN_MS) return false
    await insertLetters(client, accepted.splice(0))
    await this.#countWhereNeeded(client, true)
    return true
  }

  async #countWhereNeeded(client: pg.ClientBase, isNeeded: boolean): Promise<void> {
    if (!isNeeded) return
    this.#shares.fill(await countLetters(client))
    this.#countedAt = clock.monotonic()
  }
}
