import type { MachineMetrics, Metrics } from '@packhouse/contract'
import { sql } from 'kysely'
import { meanOf, type StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { decidedByNewest, HOUR_MS, MINUTE_MS, type NewestState, startOf, tailOf } from '../telemetry/index.ts'
import { type Ahead, readAhead } from './counting/ahead.queries.ts'
import { addCounts, COUNT_COLUMNS, type Counts, NO_COUNTS, SUMS } from './counting/counts.queries.ts'
import { readNewest } from './counting/newest.queries.ts'
import { addTime, knownMs, NO_STATE_TIME, type StateTime } from './counting/state-time.ts'

const DAY_MS = 24 * HOUR_MS

type Sums = Counts & StateTime

const sumNames = Object.keys({ ...NO_COUNTS, ...NO_STATE_TIME }) as (keyof Sums)[]

interface SumsRow extends Record<keyof Sums, string> {
  machine_key: number
}

/**
 * What each machine amounts to over the last days, until now: from its hours, with the time that its newest record speaks for
 * and without what lies behind now.
 * @param now Unix ms
 */
export async function readMetrics(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  machines: readonly LiveMachine[],
  { days, now }: { days: number; now: number },
): Promise<Metrics> {
  const end = startOf(now, HOUR_MS) + HOUR_MS
  const from = end - days * DAY_MS
  const keys = machines.map(({ entry }) => entry.key)
  const { sums, newest, ahead } = await database.inHistory(scope, async (db) => {
    const stored = await readNewest(db, keys)
    return {
      newest: stored,
      sums: await readHours(db, { from, to: end }),
      ahead: await readAhead(db, names, stored, { from: now, to: end }),
    }
  })
  const results = machines.map((machine) => {
    const { key } = machine.entry
    const window = { from, to: now }
    const counted = upToNow(sums.get(key), ahead.get(key), newest.get(key), machine, window)
    const reportsRejects = decidedByNewest(newest.get(key)?.rejectsAt ?? null, window) ?? counted.rejectsCount > 0
    return metricsOf(machine, counted, now - from, reportsRejects)
  })
  return { days, from: iso(from), to: iso(now), count: results.length, machines: results }
}

async function readHours(db: Transaction, { from, to }: { from: number; to: number }): Promise<Map<number, Sums>> {
  const { rows } = await sql<SumsRow>`
    SELECT machine_key, ${SUMS}, sum("runningMs") AS "runningMs", sum("idleMs") AS "idleMs", sum("stoppedMs") AS "stoppedMs",
      sum("faultedMs") AS "faultedMs"
    FROM (
      SELECT machine_key, ${COUNT_COLUMNS}, running_ms AS "runningMs", idle_ms AS "idleMs", stopped_ms AS "stoppedMs", faulted_ms AS "faultedMs"
      FROM hour_rollup WHERE at >= ${new Date(from)} AND at < ${new Date(to)}
    ) counted
    GROUP BY machine_key
  `.execute(db)
  return new Map(rows.map((row) => [row.machine_key, toSums(row)]))
}

function toSums(row: SumsRow): Sums {
  const sums: Sums = { ...NO_COUNTS, ...NO_STATE_TIME }
  for (const name of sumNames) sums[name] = Number(row[name])
  return sums
}

/** Roll-ups with the tail of the newest record and without what lies behind now. */
function upToNow(
  sums: Sums | undefined,
  ahead: Ahead | undefined,
  newest: NewestState | undefined,
  { entry }: LiveMachine,
  window: { from: number; to: number },
): Sums {
  const whole = sums ?? { ...NO_COUNTS, ...NO_STATE_TIME }
  const counted = ahead === undefined ? whole : without(whole, ahead)
  const tail = tailOf(newest, entry, window.to)
  return tail === undefined ? counted : { ...counted, ...addTime(counted, tail, window) }
}

function without(sums: Sums, ahead: Ahead): Sums {
  return {
    ...addCounts(sums, ahead, -1),
    runningMs: sums.runningMs - ahead.runningMs,
    idleMs: sums.idleMs - ahead.idleMs,
    stoppedMs: sums.stoppedMs - ahead.stoppedMs,
    faultedMs: sums.faultedMs - ahead.faultedMs,
  }
}

/** @param reportsRejects quality is not measured otherwise */
function metricsOf({ entry }: LiveMachine, sums: Sums, lengthMs: number, reportsRejects: boolean): MachineMetrics {
  const { runningMs, idleMs, stoppedMs, faultedMs, records, cycles, rejects } = sums
  const known = knownMs(sums)
  const availability = share(runningMs, known)
  const performance = share(cycles, ((entry.designSpeed ?? 0) * runningMs) / MINUTE_MS)
  const good = share(Math.max(0, cycles - rejects), cycles)
  return {
    machineID: entry.machineID,
    ...{ runningMs, idleMs, stoppedMs, faultedMs },
    unknownMs: lengthMs - known,
    ...{ records, cycles, rejects },
    averageSpeed: average(sums.speedSum, sums.speedCount),
    averageTemperature: average(sums.temperatureSum, sums.temperatureCount),
    averageHumidity: average(sums.humiditySum, sums.humidityCount),
    // Unknown time does not count as time in which the machine did not run.
    utilization: known > 0 ? share(runningMs, lengthMs) : null,
    availability,
    performance,
    quality: reportsRejects ? good : null,
    // Where no rejects are counted, the third factor is 1.
    oee: availability === null || performance === null || good === null ? null : availability * performance * good,
    factors: reportsRejects ? ['availability', 'performance', 'quality'] : ['availability', 'performance'],
  }
}

/** Null if there was nothing. */
function average(sum: number, count: number): number | null {
  return count > 0 ? meanOf(sum, count) : null
}

/** Null if there is nothing to have a share of. */
function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
