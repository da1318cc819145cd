import type { MachineMetrics, Metrics } from '@packhouse/contract'
import { sql } from 'kysely'
import { meanOf, type StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import {
  decidedByNewest,
  HOUR_MS,
  MINUTE_MS,
  type NewestState,
  REJECTS_SPEAK_MS,
  startOf,
  tailOf,
} from '../telemetry/index.ts'
import { type Ahead, readAhead } from './counting/ahead.queries.ts'
import { addCounts, COUNT_COLUMNS, type Counts, NO_COUNTS, type Stretch, SUMS } from './counting/counts.queries.ts'
import { readSilentHours } from './counting/hours-of-rejects.ts'
import { readNewest } from './counting/newest.queries.ts'
import { addTime, knownMs, NO_STATE_TIME, type StateTime } from './counting/state-time.ts'

const DAY_MS = 24 * HOUR_MS

type Sums = Counts &
  StateTime & {
    /** Those of hours in which no record says how many rejects there are. */
    unsaidCycles: number
  }

const NOTHING: Sums = { ...NO_COUNTS, ...NO_STATE_TIME, unsaidCycles: 0 }

const sumNames = Object.keys(NOTHING) as (keyof Sums)[]

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
  const { sums, newest, ahead, silent } = await database.inHistory(scope, async (db) => {
    const stored = await readNewest(db, keys)
    const hours = await readHours(db, { from, to: end })
    const future = await readAhead(db, names, stored, { from: now, to: end })
    const some = [...hours].filter(([key, sums]) =>
      isSilentAtTimes(sums, stored.get(key)?.rejectsAt ?? null, { from, to: end }),
    )
    const silentCycles = await readSilentCycles(
      db,
      some.map(([key]) => key),
      future,
      { from, to: end },
    )
    return { newest: stored, sums: hours, ahead: future, silent: silentCycles }
  })
  const results = machines.map((machine) => {
    const { key } = machine.entry
    const window = { from, to: now }
    const counted = upToNow(sums.get(key), ahead.get(key), newest.get(key), machine, window)
    const reportsRejects = decidedByNewest(newest.get(key)?.rejectsAt ?? null, window) ?? counted.rejectsCount > 0
    const measured = Math.max(0, counted.cycles - (silent.get(key) ?? 0))
    const isMeasured = reportsRejects && (measured > 0 || counted.cycles === 0)
    return metricsOf(machine, counted, now - from, isMeasured ? measured : null)
  })
  return { days, from: iso(from), to: iso(now), count: results.length, machines: results }
}

async function readHours(db: Transaction, { from, to }: { from: number; to: number }): Promise<Map<number, Sums>> {
  const { rows } = await sql<SumsRow>`
    SELECT machine_key, ${SUMS}, sum(cycles) FILTER (WHERE "rejectsCount" = 0) AS "unsaidCycles", sum("runningMs") AS "runningMs", sum("idleMs") AS "idleMs", sum("stoppedMs") AS "stoppedMs",
      sum("faultedMs") AS "faultedMs"
    FROM (
      SELECT machine_key, ${COUNT_COLUMNS}, running_ms AS "runningMs", idle_ms AS "idleMs", stopped_ms AS "stoppedMs", faulted_ms AS "faultedMs"
      FROM hour_rollup WHERE at >= ${new Date(from)} AND at < ${new Date(to)}
    ) counted
    GROUP BY machine_key
  `.execute(db)
  return new Map(rows.map((row) => [row.machine_key, toSums(row)]))
}

/** Whether a machine that reports rejects may not do so in all hours: their readings are looked at then. Most machines do in all or in none. */
function isSilentAtTimes({ unsaidCycles }: Sums, rejectsAt: number | null, window: Stretch): boolean {
  if (rejectsAt === null || decidedByNewest(rejectsAt, window) === false) return false
  return unsaidCycles > 0 || rejectsAt < window.to - REJECTS_SPEAK_MS
}

/**
 * Cycles of hours for which machines report no rejects, until now.
 * @returns by machine key
 */
async function readSilentCycles(
  db: Transaction,
  keys: readonly number[],
  ahead: ReadonlyMap<number, Ahead>,
  { from, to }: Stretch,
): Promise<Map<number, number>> {
  const present = to - HOUR_MS
  const before = await readSilentHours(db, keys, { from, to: present })
  const now = await readSilentHours(db, keys, { from: present, to })
  return new Map(
    keys.map((key) => {
      const ofNow = Math.max(0, (now.get(key)?.cycles ?? 0) - (ahead.get(key)?.cycles ?? 0))
      return [key, (before.get(key)?.cycles ?? 0) + ofNow]
    }),
  )
}

function toSums(row: SumsRow): Sums {
  const sums: Sums = { ...NOTHING }
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
  const whole = sums ?? NOTHING
  const counted = ahead === undefined ? whole : without(whole, ahead)
  const tail = tailOf(newest, entry, window.to)
  return tail === undefined ? counted : { ...counted, ...addTime(counted, tail, window) }
}

function without(sums: Sums, ahead: Ahead): Sums {
  return {
    ...addCounts(sums, ahead, -1),
    unsaidCycles: sums.unsaidCycles,
    runningMs: sums.runningMs - ahead.runningMs,
    idleMs: sums.idleMs - ahead.idleMs,
    stoppedMs: sums.stoppedMs - ahead.stoppedMs,
    faultedMs: sums.faultedMs - ahead.faultedMs,
  }
}

/** @param measuredCycles those of hours for which rejects are reported; null where quality is not measured */
function metricsOf(
  { entry }: LiveMachine,
  sums: Sums,
  lengthMs: number,
  measuredCycles: number | null,
): MachineMetrics {
  const { runningMs, idleMs, stoppedMs, faultedMs, records, cycles, rejects } = sums
  const known = knownMs(sums)
  const availability = share(runningMs, known)
  const performance = share(cycles, ((entry.designSpeed ?? 0) * runningMs) / MINUTE_MS)
  const quality = measuredCycles === null ? null : share(Math.max(0, measuredCycles - rejects), measuredCycles)
  // Where no rejects are counted, the third factor is 1.
  const good = cycles > 0 ? (quality ?? 1) : null
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
    quality,
    oee: availability === null || performance === null || good === null ? null : availability * performance * good,
    factors: measuredCycles !== null ? ['availability', 'performance', 'quality'] : ['availability', 'performance'],
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
