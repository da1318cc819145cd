import { clock } from './clock.ts'
import type { Log } from './log.ts'

const REMINDER_MS = 60_000
/** From so many times in a row on, an issue does not pass by itself. */
const LASTING = 3
/** How PostgreSQL and Node word a full disk. */
const FULL_DISK = /No space left on device|ENOSPC|wrote only \d+ of \d+ bytes|Disk quota exceeded|EDQUOT/

/** Whether a write failed for want of room. `DiskSpace` logs that, once for all who cannot write. */
export function isFullDisk(reason: string): boolean {
  return FULL_DISK.test(reason)
}

/**
 * Logs an issue that lasts and is met again and again: once when it begins, at most once a minute while it goes on, and once
 * when it is over. One that comes and goes all the time is logged as rarely.
 */
export class IssueLog {
  readonly #log: Log
  readonly #over: string
  /** When words were logged last, by clock.monotonic(). */
  readonly #loggedAt = new Map<string, number>()
  #isOpen = false
  /** How often it occurred since all was well. */
  #times = 0

  /** @param over what is logged when the issue is resolved */
  constructor(log: Log, over: string) {
    this.#log = log
    this.#over = over
  }

  /** Whether it occurred again and again since all was well. */
  get isLasting(): boolean {
    return this.#times >= LASTING
  }

  /** To be called each time the issue occurs. @param words fixed words, the same for the same issue */
  meet(words: string, detail: { error?: string; [more: string]: unknown } = {}): void {
    this.#times += 1
    if (isFullDisk(detail.error ?? '')) return
    const now = clock.monotonic()
    if (now - (this.#loggedAt.get(words) ?? Number.NEGATIVE_INFINITY) < REMINDER_MS) return
    this.#loggedAt.set(words, now)
    this.#isOpen = true
    this.#log.warn(detail, words)
  }

  /** To be called each time all is well. */
  end(): void {
    this.#times = 0
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#log.warn(this.#over)
  }
}
