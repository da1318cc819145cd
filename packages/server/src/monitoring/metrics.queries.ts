import type { Heatmap, MachineMetrics, Metrics } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { HOUR_MS, type LiveMachine, startOf } from '../telemetry/index.ts'

const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

/** The hours of the last days; the newest is the one that is filling. Unix ms. */
export function hoursOf(days: number, now: number): { from: number; to: number } {
  const to = startOf(now, HOUR_MS) + HOUR_MS
  return { from: to - days * DAY_MS, to }
}

interface Sums {
  machine_key: number
  records: string
  cycles: string
  rejects: string
  running: string
  idle: string
  stopped: string
  faulted: string
  speed: number | null
  temperature: number | null
  humidity: number | null
}

/** What each machine amounts to over the last days, from its hours. */
export async function readMetrics(
  database: Database,
  scope: CustomerScope,
  machines: readonly LiveMachine[],
  days: number,
  now: number,
): Promise<Metrics> {
  const { from } = hoursOf(days, now)
  const { rows } = await database.inScope(scope, (transaction) =>
    sql<Sums>`
      SELECT machine_key, sum(records) AS records, sum(cycles) AS cycles, sum(rejects) AS rejects,
        sum(running_ms) AS running, sum(idle_ms) AS idle, sum(stopped_ms) AS stopped, sum(faulted_ms) AS faulted,
        sum(speed_sum) / nullif(sum(speed_count), 0) AS speed,
        sum(temperature_sum) / nullif(sum(temperature_count), 0) AS temperature,
        sum(humidity_sum) / nullif(sum(humidity_count), 0) AS humidity
      FROM hour_rollup WHERE at >= ${new Date(from)}
      GROUP BY machine_key
    `.execute(transaction),
  )
  const sums = new Map(rows.map((row) => [row.machine_key, row]))
  const told = machines.map((machine) => metricsOf(machine, sums.get(machine.entry.key), now - from))
  return { days, from: iso(from), to: iso(now), count: told.length, machines: told }
}

function metricsOf({ entry }: LiveMachine, sums: Sums | undefined, lengthMs: number): MachineMetrics {
  const time = {
    runningMs: Number(sums?.running ?? 0),
    idleMs: Number(sums?.idle ?? 0),
    stoppedMs: Number(sums?.stopped ?? 0),
    faultedMs: Number(sums?.faulted ?? 0),
  }
  const knownMs = time.runningMs + time.idleMs + time.stoppedMs + time.faultedMs
  const cycles = Number(sums?.cycles ?? 0)
  const rejects = Number(sums?.rejects ?? 0)
  const availability = share(time.runningMs, knownMs)
  const performance = share(cycles, ((entry.designSpeed ?? 0) * time.runningMs) / MINUTE_MS)
  const quality = share(Math.max(0, cycles - rejects), cycles)
  return {
    machineID: entry.machineID,
    ...time,
    unknownMs: Math.max(0, lengthMs - knownMs),
    records: Number(sums?.records ?? 0),
    cycles,
    rejects,
    averageSpeed: sums?.speed ?? null,
    averageTemperature: sums?.temperature ?? null,
    averageHumidity: sums?.humidity ?? null,
    // Of a time of which nothing is known nobody can say that it did not run.
    utilization: knownMs > 0 ? share(time.runningMs, lengthMs) : null,
    availability,
    performance,
    quality,
    oee:
      availability === null || performance === null || quality === null ? null : availability * performance * quality,
  }
}

/** Null where there is nothing to have a share of. */
function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

interface HourSums {
  at: Date
  cycles: string
  rejects: string
  running: string
  known: string
}

/** Hour by hour, of one machine or of all that the scope sees. */
export async function readHeatmap(
  database: Database,
  scope: CustomerScope,
  machines: readonly LiveMachine[],
  request: { days: number; machine: LiveMachine | undefined; now: number },
): Promise<Heatmap> {
  const { days, machine, now } = request
  const { from } = hoursOf(days, now)
  const shown = machine === undefined ? machines : [machine]
  const keys = shown.map(({ entry }) => entry.key)
  const { rows } = await database.inScope(scope, (transaction) =>
    sql<HourSums>`
      SELECT at, sum(cycles) AS cycles, sum(rejects) AS rejects, sum(running_ms) AS running,
        sum(running_ms::bigint + idle_ms + stopped_ms + faulted_ms) AS known
      FROM hour_rollup WHERE at >= ${new Date(from)} AND machine_key = ANY(${keys}::int[])
      GROUP BY at ORDER BY at
    `.execute(transaction),
  )
  return {
    days,
    machineID: machine?.entry.machineID ?? null,
    timeZone: machine?.entry.timeZone ?? 'UTC',
    machines: shown.length,
    hours: rows.map((row) => ({
      time: iso(row.at.getTime()),
      cycles: Number(row.cycles),
      rejects: Number(row.rejects),
      runningMs: Number(row.running),
      knownMs: Number(row.known),
    })),
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
