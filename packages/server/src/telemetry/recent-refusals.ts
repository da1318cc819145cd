import { createHash } from 'node:crypto'
import type { Origin } from './reception.ts'

/** For so long a message that is refused again is the same dead letter. */
const SAME_MS = 60_000
const MOST = 10_000

interface Kept {
  /** When it was refused first, Unix ms. */
  at: number
  /** Who waits for it to be stored; undefined once it is. */
  waiting: (() => void)[] | undefined
}

/** Refused messages of the last minute: a sender that repeats what is refused makes no dead letter with each repeat. */
export class RecentRefusals {
  /** In the order in which they came. */
  readonly #kept = new Map<string, Kept>()

  /**
   * Calls `done` when the message is stored, be it by an earlier one that was the same.
   * @param store stores it and calls back; @returns whether that was begun
   */
  keepOnce(
    { device, topic, payload }: Origin,
    now: number,
    done: () => void,
    store: (stored: () => void) => boolean,
  ): boolean {
    this.#forget(now)
    const { userName, apiKeyId, customerId } = device
    const told = JSON.stringify([userName, apiKeyId, customerId, topic])
    const id = createHash('sha256').update(told).update(payload).digest('base64')
    const known = this.#kept.get(id)
    if (known !== undefined) {
      if (known.waiting === undefined) done()
      else known.waiting.push(done)
      return true
    }
    const kept: Kept = { at: now, waiting: [done] }
    const isTaken = store(() => {
      const waiting = kept.waiting ?? []
      kept.waiting = undefined
      for (const each of waiting) each()
    })
    if (isTaken) this.#kept.set(id, kept)
    return isTaken
  }

  #forget(now: number): void {
    for (const [id, { at }] of this.#kept) {
      if (now - at < SAME_MS && this.#kept.size < MOST) return
      this.#kept.delete(id)
    }
  }
}
