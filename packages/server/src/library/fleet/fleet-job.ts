import { EVIDENCE_MONTHS } from '@packhouse/contract'
import { sql } from 'kysely'
import type { MachineEntry } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { HOUR_MS, iso } from '../../telemetry/index.ts'
import { dropMark, nameFollowing, removeDay, storeDay } from './counted-days.ts'
import { type FactSources, readDayFacts } from './day-facts.ts'
import { type DueDay, goOn, readChangedDays, readExpiredDays, readNewDays, readNextDay } from './due-days.ts'
import { countDay } from './running-time.ts'

const DAY_MS = 24 * HOUR_MS
/** A day is counted when it has been over for so long: what comes later is named as changed by the ingest. */
const OVER_FOR_MS = HOUR_MS
/** Days that are looked up at a time. */
const PORTION = 200

export interface FleetJobParts extends FactSources {
  database: Database
  log: Log
  machineOf: (key: number) => MachineEntry | undefined
  /** By a clock that is ahead, days would count as over and evidence as too old. */
  isClockTrusted?: () => boolean
  /** Days of machines that one run counts at most. */
  daysPerRun: number
}

/** Counts the running time of machines day by day. What a run leaves is counted by the next one, in this process or another. */
export class FleetJob {
  readonly #parts: FleetJobParts

  constructor(parts: FleetJobParts) {
    this.#parts = parts
  }

  /** The round of a periodic job, which says in the log what it did. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#parts.isClockTrusted?.() === false) return
    const counted = await this.round(clock.now(), signal)
    if (counted > 0) this.#parts.log.info({ counted }, 'Days of the fleet were counted')
  }

  /**
   * Counts and removes whatever is due, as far as one run may.
   * @param now Unix ms
   * @param signal ends it after the day that is being counted
   * @returns how many days of machines were counted or removed
   */
  async round(now: number, signal?: AbortSignal): Promise<number> {
    const { database, daysPerRun } = this.#parts
    let done = 0
    while (done < daysPerRun && !signal?.aborted) {
      const due = await this.#findDue(now, Math.min(PORTION, daysPerRun - done))
      if (due.length === 0) break
      for (const work of due) {
        if (signal?.aborted) break
        await work()
        done += 1
      }
    }
    if (done > 0) await sql`UPDATE fleet_progress SET worked_out_at = now()`.execute(database.system)
    return done
  }

  /** What is due next, the oldest days first. */
  async #findDue(now: number, limit: number): Promise<(() => Promise<void>)[]> {
    const { system } = this.#parts.database
    const oldest = monthsBefore(now, EVIDENCE_MONTHS)
    const open = dayOf(now - OVER_FOR_MS)
    let next = await readNextDay(system)
    for (;;) {
      const changed = next === undefined ? [] : await readChangedDays(system, next, limit)
      const isOver = next !== undefined && next < open
      const due = changed.length === 0 && isOver ? await readNewDays(system, next ?? open, limit) : changed
      if (due.length > 0) return due.map((day) => () => this.#count(day, now))
      next = await goOn(system, later(next, oldest), open)
      if (next === undefined) break
    }
    // At last: a day that is named again would be counted again for ever if it were removed before.
    const expired = await readExpiredDays(system, dayOf(now), oldest, limit)
    return expired.map((day) => () => removeDay(system, day))
  }

  async #count(due: DueDay, now: number): Promise<void> {
    const { database, machineOf } = this.#parts
    const entry = machineOf(due.machineKey)
    if (entry === undefined) throw new Error(`Machine ${due.machineKey} is not known yet.`)
    const from = Date.parse(`${due.day}T00:00:00Z`)
    const span = { from, to: from + DAY_MS }
    // Without its records a day stays as it was counted.
    if (from < now - entry.keepRecordsDays * DAY_MS) return await this.#leave(due)
    const snapshot = database.system.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const counted = countDay(await snapshot.execute((db) => readDayFacts(db, this.#parts, entry, span, now)))
    await nameFollowing(database.system, due, counted.after)
    await storeDay(database.system, due, counted)
  }

  async #leave(due: DueDay): Promise<void> {
    const { system } = this.#parts.database
    if (due.isNew)
      await storeDay(system, due, {
        ...{ byRecipe: new Map(), under: [], times: [] },
        after: { speed: undefined, recipe: undefined },
      })
    else await dropMark(system, due)
  }
}

/** The day after the one that was reached, and not before the oldest. */
function later(reached: string | undefined, oldest: string): string {
  const next = reached === undefined ? oldest : dayOf(Date.parse(`${reached}T00:00:00Z`) + DAY_MS)
  return next > oldest ? next : oldest
}

function dayOf(at: number): string {
  return iso(at).slice(0, 10)
}

function monthsBefore(now: number, months: number): string {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  return dayOf(day.getTime())
}
