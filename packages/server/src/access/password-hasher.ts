import { t } from '@packhouse/messages'
import { ProblemError } from '../engine/problem-error.ts'
import type { Refusals } from '../platform/refusals.ts'
import { type HashPriority, HashQueue, type HashQueueOptions } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const RETRY_AFTER_S = 2

/** The one way to the hashes of this process: whatever the door, no more are computed at once than were allowed. */
export class PasswordHasher {
  readonly #queue: HashQueue
  readonly #refusals: Refusals

  constructor(options: HashQueueOptions, refusals: Refusals) {
    this.#queue = new HashQueue(options)
    this.#refusals = refusals
  }

  /** Hashes a password that somebody may set. @throws ProblemError `unavailable` where too many wait */
  async hash(password: string): Promise<string> {
    return await this.#run('known', () => hashPassword(password))
  }

  /**
   * Whether the password belongs to the hash. A missing hash takes as long as a wrong password and is never right.
   * @throws ProblemError `unavailable` where too many wait
   */
  async verify(password: string, stored: string | null | undefined, priority: HashPriority): Promise<boolean> {
    return await this.#run(priority, () => verifyPassword(password, stored))
  }

  /** @throws ProblemError `unavailable` where too many wait, before anything is asked of the database */
  assertRoom(priority: HashPriority): void {
    if (!this.#queue.hasRoom(priority)) throw this.#refuse(priority)
  }

  async #run<T>(priority: HashPriority, work: () => Promise<T>): Promise<T> {
    const done = this.#queue.run(priority, work)
    if (done === undefined) throw this.#refuse(priority)
    return await done
  }

  #refuse(priority: HashPriority): ProblemError {
    this.#refusals.count('hash', `${priority}_waiting`)
    const words = t('access.tooManySignIns')
    return new ProblemError('unavailable', words, undefined, { retryAfter: RETRY_AFTER_S })
  }
}
