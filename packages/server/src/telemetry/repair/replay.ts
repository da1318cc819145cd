import type pg from 'pg'
import { Account } from '../account.ts'
import type { StoredReadingNames } from '../history/reading-names.ts'
import { firstHourFrom, readRecords } from '../history/stored-records.ts'
import type { OfflineAfter } from '../offline-after.ts'
import { COUNTER_GAP_LIMIT_MS, type LatestValues, type TelemetryRecord } from '../record.ts'
import { HOUR_MS, MINUTE_MS, startOf } from '../rollup.ts'
import type { Tells } from './carry.ts'

/** A stretch of a machine's time, counted again. Times are Unix ms. */
export interface Replayed {
  account: Account
  /** Start of the first minute that was counted whole, and end of the last. */
  from: number
  to: number
  /** The first record behind `to`, which ends what was held before it; undefined where there is none. */
  closer: TelemetryRecord | undefined
  /** The values after the last record of the stretch, `closer` included. */
  values: LatestValues | undefined
  /** How many of the late records lie in the stretch. */
  done: number
}

interface Replay {
  key: number
  tells: Tells
  machine: OfflineAfter
  names: StoredReadingNames
}

/**
 * Counts the time around late records again: from the minute of the first until whatever hung on them was told anew.
 * @param late times of records that were new, in order; those that lie close behind the first are done with it
 * @param before what was known at the start of the first one's minute
 */
export async function replay(
  client: pg.ClientBase,
  { key, tells, machine, names }: Replay,
  late: readonly number[],
  before: LatestValues | undefined,
): Promise<Replayed> {
  const from = startOf(late[0] ?? 0, MINUTE_MS)
  const account = new Account()
  const watch = new Watch(tells, late)
  let values = before
  for (let start = from; ; ) {
    const hour = await firstHourFrom(client, key, start)
    if (hour === undefined) break
    const span = [Math.max(start, hour), hour + HOUR_MS] as const
    start = span[1]
    for (const record of await readRecords(client, key, span, names)) {
      values = account.add(values, record, machine)
      if (watch.end !== undefined && record.at >= watch.end && !watch.isLate(record)) {
        return { account, from, to: watch.end, closer: record, values, done: watch.done }
      }
      watch.see(record)
    }
  }
  return { account, from, to: Number.POSITIVE_INFINITY, closer: undefined, values, done: late.length }
}

/** Finds the end of a stretch: the minute in which everything that hangs on a late record has been told again. */
class Watch {
  readonly #tells: Tells
  readonly #late: readonly number[]
  #missing = { record: true, state: true, cycles: true, rejects: true }
  #last: number
  done = 0
  end: number | undefined

  constructor(tells: Tells, late: readonly number[]) {
    this.#tells = tells
    this.#late = late
    this.#last = late[0] ?? 0
  }

  /** Nothing was counted from a late record before, so that none can end a stretch. */
  isLate(record: TelemetryRecord): boolean {
    return record.at === this.#late[this.done]
  }

  see(record: TelemetryRecord): void {
    if (this.isLate(record)) {
      this.#last = record.at
      this.#missing = { record: true, ...this.#tells }
      this.done += 1
      this.end = undefined
      return
    }
    const { totalCycles, totalRejects, machineState } = record
    this.#missing.record = false
    if (machineState !== undefined) this.#missing.state = false
    const beyond = record.at - this.#last > COUNTER_GAP_LIMIT_MS
    if (totalCycles !== undefined || beyond) this.#missing.cycles = false
    if (totalRejects !== undefined || beyond) this.#missing.rejects = false
    if (this.done > 0 && !Object.values(this.#missing).includes(true)) {
      this.end ??= startOf(record.at, MINUTE_MS) + MINUTE_MS
    }
  }
}
