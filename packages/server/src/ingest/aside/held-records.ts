import { recordTopic } from '@packhouse/contract'
import type { LiveStore } from '../../live/index.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { isFullDisk } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import { sentence } from '../../platform/sentence.ts'
import type { ClockWatch, Doubt } from '../clock/clock-watch.ts'
import { databaseOffset } from '../clock/database-clock.ts'
import { contradictsStored, type Refusal } from '../decode.ts'
import type { Ingest } from '../ingest.ts'
import type { Repeat } from '../repeats.ts'
import type { Aside } from './aside.ts'
import { removeOldLetters } from './dead-letter-sql.ts'
import { deleteHeld, type HeldRow, readHeld, takeBackLetters } from './held-store.ts'
import { decodeOwnWords } from './own-words.ts'
import type { RecentSenders } from './recent-senders.ts'

const ROUND_MS = 1_000
const ASK_DATABASE_MS = 10_000
const REMOVE_OLD_MS = 10 * 60_000
const PAGE = 1_000
/** Held by the one process that looks after what all have stored. */
const HELD_LOCK = 7_225_006
/** What was refused so long before the doubt began may have been refused for the same reason. */
const BEFORE_DOUBT_MS = 15 * 60_000

export interface HeldParts {
  database: Database
  clock: ClockWatch
  aside: Aside
  ingest: Pick<Ingest, 'offer'>
  live: Pick<LiveStore, 'byKey'>
  letterDays: () => number
  recent: RecentSenders
  log: Log
  /** Whether other processes store telemetry too: one of them at a time looks after what all have stored. */
  hasOthers: boolean
  /** Whether this process stores any: one that does not only compares the clocks. */
  stores: boolean
}

/**
 * Once a second: compares the clocks, takes records in that waited until ours was right, reports machines that are refused in
 * number, and removes what was stored for long enough.
 */
export class HeldRecords {
  readonly #parts: HeldParts
  #timer: Timer | undefined
  #round: Promise<void> = Promise.resolve()
  #isStopped = false
  #stop: () => void = () => undefined
  #stopped: Promise<void> = Promise.resolve()
  #askedAt = Number.NEGATIVE_INFINITY
  #removedAt = Number.NEGATIVE_INFINITY
  /** Whose letters were taken back, and how many there had been then. */
  #takenBack: { since: number; untimely: number } | undefined
  #hasFailed = false

  constructor(parts: HeldParts) {
    this.#parts = parts
  }

  start(): void {
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve
    })
    this.#roundSoon(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.stop()
    this.#stop()
    await this.#round
  }

  #roundSoon(wait: number): void {
    if (this.#isStopped) return
    this.#timer = clock.timeout(wait, () => {
      this.#round = this.#goRound().then(() => this.#roundSoon(ROUND_MS))
    })
  }

  async #goRound(): Promise<void> {
    const { clock: watch, log, recent } = this.#parts
    try {
      if (watch.wasSet || this.#isDue(this.#askedAt, ASK_DATABASE_MS)) {
        const offset = await databaseOffset(this.#parts.database)
        // Without an answer it is asked again in the next round.
        if (offset !== undefined) this.#askedAt = clock.monotonic()
        watch.noteDatabase(offset)
      }
      watch.check()
      const { stores, hasOthers } = this.#parts
      if (stores) await (hasOthers ? this.#asOwner(() => this.#lookAfter()) : this.#lookAfter())
      recent.issue()
      this.#hasFailed = false
    } catch (error) {
      const { message } = error as Error
      if (!this.#hasFailed && !isFullDisk(message))
        log.warn({ error: message }, 'Records that wait could not be looked after')
      this.#hasFailed = true
    }
  }

  async #lookAfter(): Promise<void> {
    const { clock: watch, aside, database, hasOthers } = this.#parts
    if (watch.doubt !== undefined) await this.#takeBack(watch.doubt)
    // What others have stored, and perhaps left behind.
    if (hasOthers) await aside.held.count(database.pool)
    if (watch.release !== 'wait' && aside.held.waiting.records > 0) await this.#release()
    await this.#removeOld()
  }

  /** Does work unless another process does it at the moment: records that two release would be counted twice where they are refused. */
  async #asOwner(work: () => Promise<void>): Promise<void> {
    const client = await this.#parts.database.pool.connect()
    let failure: Error | undefined
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<{ isOwner: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isOwner"', [
        HELD_LOCK,
      ])
      if (rows[0]?.isOwner === true) await work()
      await client.query('COMMIT')
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // With a transaction that is open the connection is of no use to others.
      client.release(failure)
    }
  }

  #isDue(last: number, every: number): boolean {
    return clock.monotonic() - last >= every
  }

  /** Some were refused before it was found that our clock may be the wrong one. */
  async #takeBack({ offsetMs, since }: Doubt): Promise<void> {
    const { database, aside } = this.#parts
    const { untimely } = aside.letters
    if (this.#takenBack?.since === since && this.#takenBack.untimely === untimely) return
    const taken = await takeBackLetters(database.pool, offsetMs, since - BEFORE_DOUBT_MS)
    this.#takenBack = { since, untimely }
    if (taken.length === 0) return
    aside.letters.recount()
    aside.held.add(taken)
  }

  async #release(): Promise<void> {
    const { database, aside, clock: watch, log } = this.#parts
    let after = '0'
    let released = 0
    while (!this.#isStopped && watch.release !== 'wait') {
      const rows = await readHeld(database.pool, after, PAGE)
      const last = rows.at(-1)
      if (last === undefined) break
      const settled = rows.map((row) => this.#releaseOne(row, watch.release === 'refuse'))
      const isDone = await Promise.race([Promise.all(settled), this.#stopped])
      // What was stored and not removed is stored once more after the next start, and counted once.
      if (isDone === undefined) return
      const ids = rows.filter((_, index) => isDone[index]).map(({ id }) => id)
      await deleteHeld(database.pool, ids)
      released += ids.length
      after = last.id
    }
    aside.held.recount()
    await aside.held.count(database.pool)
    if (aside.held.waiting.records === 0) watch.refused()
    if (released > 0) log.info({ released }, 'Records that waited for the clock were taken in')
  }

  /** @returns whether it need not wait any longer */
  async #releaseOne(row: HeldRow, isRefused: boolean): Promise<boolean> {
    const { ingest, live } = this.#parts
    const machine = live.byKey(row.machineKey)
    if (machine === undefined) {
      return await this.#refuse(row, '', { code: 'machine_unknown', reason: sentence`The machine has gone meanwhile.` })
    }
    const { machineID } = machine.entry
    const now = clock.now()
    if (isRefused) return await this.#refuse(row, machineID, refusalFor(row))
    const decoded = decodeOwnWords(machine.entry, row.payload, now)
    if ('record' in decoded) {
      const { record } = decoded
      const repeat = await new Promise<Repeat | 'stored' | undefined>((resolve) => {
        const done = (found?: Repeat) => resolve(found ?? 'stored')
        if (!ingest.offer({ record, source: 'held', done })) resolve(undefined)
      })
      if (repeat === 'conflict') return await this.#refuse(row, machineID, contradictsStored())
      return repeat !== undefined
    }
    // Its time may still come.
    return decoded.refusal.code !== 'clock_ahead' && (await this.#refuse(row, machineID, decoded.refusal))
  }

  async #refuse({ id: _id, ...row }: HeldRow, machineID: string, refusal: Refusal): Promise<boolean> {
    const topic = recordTopic(machineID)
    const refused = { ...row, topic, encoding: 'record' as const, ...refusal }
    return await new Promise((resolve) => {
      if (!this.#parts.ingest.offer({ refused, source: 'held', done: resolve })) resolve(false)
    })
  }

  async #removeOld(): Promise<void> {
    const { aside, clock: watch, database, letterDays } = this.#parts
    // A clock that is ahead would remove what is not old at all.
    if (watch.doubt !== undefined || !this.#isDue(this.#removedAt, REMOVE_OLD_MS)) return
    this.#removedAt = clock.monotonic()
    await removeOldLetters(database.pool, letterDays())
    aside.letters.recount()
  }
}

function refusalFor({ receivedAt }: HeldRow): Refusal {
  const came = new Date(receivedAt).toISOString()
  return {
    code: 'clock_ahead',
    reason: `lastSeen was ahead of the server when it came at ${came}, and the machines were wrong; replay it if its time is right.`,
  }
}
