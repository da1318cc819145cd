import { clock, type Timer } from '../../platform/clock.ts'
import type { LinkIssue } from './link-issue.ts'

/** Waits between two attempts, doubled each time; each is drawn between half of it and the whole. */
const WAIT_MS = 1_000
const WAIT_MAX_MS = 30_000
/** Where somebody has to change something first, asking often only annoys the other side. */
const LASTING_WAIT_MS = 60_000

/**
 * The longest wait before the next attempt, ms.
 * @param attempts how many have failed since the last success
 */
export function longestWait(attempts: number, { isLasting }: Pick<LinkIssue, 'isLasting'>): number {
  return isLasting ? LASTING_WAIT_MS : Math.min(WAIT_MS * 2 ** attempts, WAIT_MAX_MS)
}

/** The one way in which connections to the outside come back: with a backoff that begins again after a success. */
export class Reconnection {
  readonly #connect: () => void
  #attempts = 0
  #timer: Timer | undefined

  /** @param connect called when it is time for the next attempt */
  constructor(connect: () => void) {
    this.#connect = connect
  }

  /** Whether the next attempt is still to come. */
  get isWaiting(): boolean {
    return this.#timer !== undefined
  }

  /** Connects again after a while. */
  retryAfter(issue: LinkIssue): void {
    const longest = longestWait(this.#attempts, issue)
    this.#attempts += 1
    this.stop()
    // Many that have lost the same network must not all come back at once.
    const wait = longest * (0.5 + Math.random() / 2)
    this.#timer = clock.timeout(wait, () => {
      this.#timer = undefined
      this.#connect()
    })
  }

  succeeded(): void {
    this.#attempts = 0
  }

  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }
}
