/** What comes so soon behind an acknowledgement was sent because of it. */
const ANSWER_MS = 3
/** Where senders wait for acknowledgements before they send on, a longer wait would bring no more records. */
const SHORT_MS = 5
/** The longest that the first record of a batch waits for others where somebody watches, or where these make it worth its while, ms. */
export const BATCH_WINDOW_MS = 25
/** The longest where nobody watches and the batch is a small one still, ms. */
export const LONGEST_WINDOW_MS = 100
/** With so many records a batch is small no more: it ends with `BATCH_WINDOW_MS`. */
const SOME_RECORDS = 25
/** A batch of so many is not worth any more wait. */
const ENOUGH_RECORDS = 1_000
/** At so many records a second the longest window brings at least one more. */
const RATE_WORTH_WAITING = 1_000 / LONGEST_WINDOW_MS
/** How far back the rate of records looks, ms. */
const RATE_MS = 1_000

/**
 * How long a batch is collected. A transaction costs as much as dozens of records, so at an ordinary load it waits for what the window brings; not
 * where there are many records already, and not where at least half of the senders that were acknowledged last have sent on at once: these wait
 * for acknowledgements, and each moment of the window would be one in which nobody sends. Few records wait longer for each other, but only while
 * nobody watches what comes in, and while no sender waits for its acknowledgement. All times by clock.monotonic().
 */
export class BatchWindow {
  readonly #isWatched: () => boolean
  #acknowledged = 0
  #acknowledgedAt = Number.NEGATIVE_INFINITY
  #answers = 0
  /** Records a second, of late, as of the last acknowledgement. */
  #rate = 0

  /** @param isWatched whether somebody waits to see what comes in */
  constructor(isWatched: () => boolean) {
    this.#isWatched = isWatched
  }

  /** Takes note of the records that were acknowledged last. */
  acknowledged(records: number, now: number): void {
    this.#rate = this.#rateAt(now) + records * (1_000 / RATE_MS)
    this.#acknowledged = records
    this.#acknowledgedAt = now
    this.#answers = 0
  }

  /** Takes note of a record. */
  came(now: number): void {
    if (now - this.#acknowledgedAt <= ANSWER_MS) this.#answers += 1
  }

  /**
   * @param since when the first record of the batch came
   * @returns ms until it is to be looked again; 0 where the batch is to be written now
   */
  wait(records: number, since: number, now: number): number {
    const waited = now - since
    if (records >= ENOUGH_RECORDS) return 0
    const rest = this.#windowOf(records, now) - waited
    if (rest <= 0) return 0
    // Who answers is known a moment behind the acknowledgement.
    if (now - this.#acknowledgedAt < SHORT_MS) return Math.min(SHORT_MS, rest)
    if (this.#answers > 0 && 2 * this.#answers >= this.#acknowledged) return Math.max(0, SHORT_MS - waited)
    return rest
  }

  /** Whether the wait may be over with this record, so that it is to be asked for again. */
  isDecisive(records: number): boolean {
    return records === SOME_RECORDS || records >= ENOUGH_RECORDS
  }

  #windowOf(records: number, now: number): number {
    const isLong = records < SOME_RECORDS && this.#answers === 0 && this.#rateAt(now) >= RATE_WORTH_WAITING
    return isLong && !this.#isWatched() ? LONGEST_WINDOW_MS : BATCH_WINDOW_MS
  }

  #rateAt(now: number): number {
    return this.#rate * Math.exp((this.#acknowledgedAt - now) / RATE_MS)
  }
}
