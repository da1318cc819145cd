import { clock, type Timer } from '../clock.ts'
import type { Db, Transaction } from '../database.ts'
import { IssueLog } from '../issue-log.ts'
import type { Log } from '../log.ts'
import { giveUpLease, holdsLease, type LeaseRow, renewLease, takeLease } from './lease-rows.ts'

/** How long a lease lasts without being renewed: after so long another process takes over from one that was killed. */
const LEASE_SECONDS = 6
const LOOK_MS = 1_000
/** The owner stops before others may begin, by its own clock. */
const MARGIN_MS = 1_000

/** What the lease was for is another's by now: nothing of it may be written. */
export class LeaseLost extends Error {}

/** Proves in a transaction that what it writes is written by the owner. */
export interface Fence {
  /** @throws LeaseLost where the lease is another's by now */
  assert: (transaction: Transaction) => Promise<void>
}

export interface LeaseUser {
  /** Takes the work up; one that fails gives the lease up. */
  begin: (fence: Fence) => Promise<void>
  /** Ends the work. @param isLost whether it is another's already: then nothing may be written any more */
  end: (isLost: boolean) => Promise<void>
}

export interface LeaseKeeperParts {
  db: Db
  /** The instance of this process. */
  owner: string
  log: Log
  seconds?: number
  lookMs?: number
}

/** Tries for one lease as long as the process lives, and has the work done while it holds it. */
export class LeaseKeeper {
  readonly #name: string
  readonly #user: LeaseUser
  readonly #parts: Required<LeaseKeeperParts>
  readonly #issues: IssueLog
  #held: { row: LeaseRow; until: number } | undefined
  #timer: Timer | undefined
  #work: Promise<void> = Promise.resolve()
  #isLooking = false
  #isStopped = false

  constructor(name: string, user: LeaseUser, parts: LeaseKeeperParts) {
    this.#name = name
    this.#user = user
    this.#parts = { seconds: LEASE_SECONDS, lookMs: LOOK_MS, ...parts }
    this.#issues = new IssueLog(parts.log, `The lease ${name} can be looked at again`)
  }

  /** Whether this process is the owner, by its own clock. */
  get isHeld(): boolean {
    return this.#held !== undefined && clock.monotonic() < this.#held.until
  }

  /** Looks once, then again and again. */
  async start(): Promise<void> {
    this.#timer = clock.every(this.#parts.lookMs, () => this.#lookSoon())
    this.#lookSoon()
    await this.#work
  }

  /** Ends the work and hands the lease over at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.stop()
    await this.#work
    if (this.#held !== undefined) await this.#handOver(this.#held.row)
  }

  #lookSoon(): void {
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    this.#work = this.#look()
      .then(
        () => this.#issues.end(),
        (error) => this.#issues.meet(`The lease ${this.#name} could not be looked at`, { error: String(error) }),
      )
      .finally(() => {
        this.#isLooking = false
      })
  }

  async #look(): Promise<void> {
    const { db, owner, seconds } = this.#parts
    const asked = clock.monotonic()
    if (this.#held === undefined) {
      const row = await takeLease(db, this.#name, owner, seconds)
      if (row !== undefined) await this.#begin(row, asked)
      return
    }
    const { row, until } = this.#held
    const isRenewed = await renewLease(db, row, owner, seconds).catch((error: unknown) => {
      // A database that is away cannot give it to another; after its time nobody knows.
      if (clock.monotonic() < until) throw error
      return false
    })
    if (isRenewed) this.#held = { row, until: this.#endOf(asked) }
    else await this.#lose()
  }

  async #begin(row: LeaseRow, asked: number): Promise<void> {
    this.#held = { row, until: this.#endOf(asked) }
    const renewing = clock.every(this.#parts.lookMs, () => void this.#renewAtStart(row))
    try {
      await this.#user.begin({ assert: (transaction) => this.#assert(transaction, row) })
    } catch (error) {
      this.#held = undefined
      await giveUpLease(this.#parts.db, row, this.#parts.owner).catch(() => undefined)
      throw error
    } finally {
      renewing.stop()
    }
  }

  /** Taking the work up may last longer than the lease. */
  async #renewAtStart(row: LeaseRow): Promise<void> {
    const asked = clock.monotonic()
    const { db, owner, seconds } = this.#parts
    const isRenewed = await renewLease(db, row, owner, seconds).catch(() => false)
    if (isRenewed && this.#held?.row === row) this.#held = { row, until: this.#endOf(asked) }
  }

  async #assert(transaction: Transaction, row: LeaseRow): Promise<void> {
    if (!(await holdsLease(transaction, row, this.#parts.owner)))
      throw new LeaseLost(`The lease ${this.#name} is another process's by now.`)
  }

  async #lose(): Promise<void> {
    this.#held = undefined
    this.#parts.log.warn({ lease: this.#name }, 'A lease was lost: another process may have taken over')
    await this.#user.end(true)
  }

  async #handOver(row: LeaseRow): Promise<void> {
    const { db, owner } = this.#parts
    this.#held = undefined
    await this.#user.end(false)
    await giveUpLease(db, row, owner).catch(() => undefined)
  }

  #endOf(asked: number): number {
    return asked + this.#parts.seconds * 1_000 - MARGIN_MS
  }
}
