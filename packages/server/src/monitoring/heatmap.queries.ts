import type { Heatmap } from '@packhouse/contract'
import { sql } from 'kysely'
import type { StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { HOUR_MS, tailOf } from '../telemetry/index.ts'
import { type Ahead, readAhead } from './counting/ahead.queries.ts'
import { localHours } from './counting/local-hours.ts'
import { readNewest } from './counting/newest.queries.ts'
import { addTime, knownMs, NO_STATE_TIME } from './counting/state-time.ts'

export interface HeatmapRequest {
  days: number
  /** One machine in the hours of its site; undefined for all machines in hours of UTC. */
  machine: LiveMachine | undefined
  /** Unix ms. */
  now: number
}

/** What an hour amounts to. */
interface Hour {
  /** Unix ms. */
  from: number
  to: number
  records: number
  cycles: number
  rejects: number
  runningMs: number
  knownMs: number
}

/**
 * Hour by hour until now, of one machine or of all given ones: from roll-ups, with the time that newest records speak for and
 * without what lies behind now.
 */
export async function readHeatmap(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  machines: readonly LiveMachine[],
  { days, machine, now }: HeatmapRequest,
): Promise<Heatmap> {
  const shown = machine === undefined ? machines : [machine]
  const keys = shown.map(({ entry }) => entry.key)
  const timeZone = machine?.entry.timeZone ?? 'UTC'
  const { starts, end } = localHours(timeZone, days, now)
  const { hours, newest } = await database.inHistory(scope, async (db) => {
    const stored = await readNewest(db, keys)
    const sums = await sumInto(db, keys, starts, end)
    const ahead = await readAhead(db, names, stored, { from: now, to: end })
    for (const more of ahead.values()) takeAway(sums.at(-1), more)
    return { hours: sums, newest: stored }
  })
  for (const { entry } of shown) {
    const tail = tailOf(newest.get(entry.key), entry, now)
    if (tail !== undefined) addTail(hours, tail)
  }
  return {
    days,
    machineID: machine?.entry.machineID ?? null,
    timeZone,
    from: iso(starts[0] ?? now),
    to: iso(now),
    machines: shown.length,
    hours: hours.filter(({ records, knownMs: known }) => records > 0 || known > 0).map(reported),
  }
}

interface SumsRow {
  place: number
  records: string
  cycles: string
  rejects: string
  running: string
  known: string
}

const SUMS =
  sql.raw(`sum(records) AS records, sum(cycles) AS cycles, sum(rejects) AS rejects, sum(running_ms) AS running,
  sum(running_ms::bigint + idle_ms + stopped_ms + faulted_ms) AS known`)

async function sumInto(
  db: Transaction,
  keys: readonly number[],
  starts: readonly number[],
  end: number,
): Promise<Hour[]> {
  const inUtcHours = starts.every((start) => start % HOUR_MS === 0)
  return inUtcHours ? await sumHours(db, keys, starts, end) : await sumMinutes(db, keys, starts, end)
}

/** Where the hours of the place are hours of UTC: from the sums of hours. */
async function sumHours(
  db: Transaction,
  keys: readonly number[],
  starts: readonly number[],
  end: number,
): Promise<Hour[]> {
  const from = starts[0] ?? end
  const { rows } = await sql<SumsRow>`
    SELECT (extract(epoch FROM at - ${new Date(from)}) / 3600)::int AS place, ${SUMS}
    FROM hour_rollup WHERE at >= ${new Date(from)} AND at < ${new Date(end)} AND machine_key = ANY (${keys}::int[])
    GROUP BY at
  `.execute(db)
  return toHours(starts, end, rows)
}

/**
 * Where they begin within hours of UTC: from the sums of minutes. Where minutes are no longer stored, an hour of UTC counts as
 * a whole in the hour of the place that has its middle.
 */
async function sumMinutes(
  db: Transaction,
  keys: readonly number[],
  starts: readonly number[],
  end: number,
): Promise<Hour[]> {
  const from = new Date(starts[0] ?? end)
  const places = sql`${starts.map(iso)}::timestamptz[]`
  const { rows } = await sql<SumsRow>`
    WITH stored AS (
      SELECT coalesce(date_trunc('hour', min(at), 'UTC'), 'infinity') AS since FROM minute_rollup
      WHERE machine_key = ANY (${keys}::int[]) AND at >= ${from}
    )
    SELECT width_bucket(middle, ${places}) - 1 AS place, ${SUMS} FROM (
      SELECT at AS middle, records, cycles, rejects, running_ms, idle_ms, stopped_ms, faulted_ms FROM minute_rollup
      WHERE machine_key = ANY (${keys}::int[]) AND at >= ${from} AND at < ${new Date(end)}
      UNION ALL
      SELECT at + interval '30 minutes', records, cycles, rejects, running_ms, idle_ms, stopped_ms, faulted_ms FROM hour_rollup
      WHERE machine_key = ANY (${keys}::int[]) AND at >= ${from} AND at < ${new Date(end)} AND at < (SELECT since FROM stored)
    ) counted GROUP BY 1
  `.execute(db)
  return toHours(starts, end, rows)
}

function toHours(starts: readonly number[], end: number, rows: readonly SumsRow[]): Hour[] {
  const sums = new Map(rows.map((row) => [row.place, row]))
  return starts.map((from, place) => {
    const row = sums.get(place)
    return {
      from,
      to: starts[place + 1] ?? end,
      records: Number(row?.records ?? 0),
      cycles: Number(row?.cycles ?? 0),
      rejects: Number(row?.rejects ?? 0),
      runningMs: Number(row?.running ?? 0),
      knownMs: Number(row?.known ?? 0),
    }
  })
}

/** What lies behind now lies in the last hour. */
function takeAway(hour: Hour | undefined, ahead: Ahead): void {
  if (hour === undefined) return
  hour.records -= ahead.records
  hour.cycles -= ahead.cycles
  hour.rejects -= ahead.rejects
  hour.runningMs -= ahead.runningMs
  hour.knownMs -= knownMs(ahead)
}

function addTail(hours: Hour[], tail: Parameters<typeof addTime>[1]): void {
  for (const hour of hours) {
    if (hour.to <= tail.from || hour.from >= tail.to) continue
    const time = addTime(NO_STATE_TIME, tail, hour)
    hour.runningMs += time.runningMs
    hour.knownMs += knownMs(time)
  }
}

function reported({ from, cycles, rejects, runningMs, knownMs: known }: Hour): Heatmap['hours'][number] {
  return { time: iso(from), cycles, rejects, runningMs, knownMs: known }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
