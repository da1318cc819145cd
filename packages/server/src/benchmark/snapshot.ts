import { benchmarkDays } from '@packhouse/contract'
import { sql } from 'kysely'
import { type RunningDay, readRunningDays } from '../library/area.ts'
import { hoursOfRejects, measuresRejects } from '../monitoring/area.ts'
import type { Database, Db, Transaction } from '../platform/database.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { figuresOf, type MachineFigures, type MachineSums } from './machine-figures.ts'

const DAY_MS = 24 * HOUR_MS
/** Machines that are read at once: 90 days of their sketches are some megabytes. */
const PORTION = 100
/** The speeds of a day are counted after midnight; a snapshot waits for them until this hour of UTC. */
const WAITS_UNTIL_HOUR = 6
/** Rows of one statement. */
const ROWS = 1_000

interface MachineRow {
  key: number
  model: string
}

/**
 * Works out what machines did and what customers may read of those of others, once for each day: medians that were new at every look would give single
 * machines away. What is not shared any more is in no later snapshot.
 * @param now Unix ms
 */
export async function takeSnapshot(database: Database, now: number, signal?: AbortSignal): Promise<void> {
  const through = new Date(now - DAY_MS).toISOString().slice(0, 10)
  const { system } = database
  if (!(await isDue(system, through, now))) return
  const machines = await readMachines(system)
  const figures: MachineFigures[] = []
  for (let start = 0; start < machines.length; start += PORTION) {
    if (signal?.aborted) return
    figures.push(...(await readFigures(system, machines.slice(start, start + PORTION), through)))
  }
  await system.transaction().execute(async (db) => await store(db, figures, through))
}

async function isDue(db: Db, through: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ taken: string | null; isCounted: boolean }>`
    SELECT (SELECT through::text FROM benchmark_snapshot) AS taken,
      coalesce((SELECT next_day > ${through}::date FROM fleet_progress), false)
        AND NOT EXISTS (SELECT FROM changed_day WHERE day = ${through}::date) AS "isCounted"
  `.execute(db)
  const { taken = null, isCounted = false } = rows[0] ?? {}
  if (taken !== null && taken >= through) return false
  // The first one of an installation waits for all speeds, since nobody is used to reading it yet.
  return isCounted || (taken !== null && new Date(now).getUTCHours() >= WAITS_UNTIL_HOUR)
}

async function readMachines(db: Db): Promise<MachineRow[]> {
  const { rows } = await sql<MachineRow>`
    SELECT m.key, fold_case(m.configuration_id) AS model FROM machine m
    WHERE m.deleted_at IS NULL AND m.customer_id IS NOT NULL AND m.configuration_id IS NOT NULL ORDER BY m.key
  `.execute(db)
  return rows
}

async function readFigures(db: Db, machines: readonly MachineRow[], through: string): Promise<MachineFigures[]> {
  const keys = machines.map(({ key }) => key)
  const longest = Math.max(...benchmarkDays)
  const sums = await readSums(db, keys, through)
  const running = await readRunningDays(db, keys, { from: firstDay(through, longest), to: through })
  const isOfAnother = await readDaysOfOthers(db, keys)
  const own = running.filter((day) => !isOfAnother(day))
  const byMachine = Map.groupBy(own, ({ machineKey }) => machineKey)
  const models = new Map(machines.map(({ key, model }) => [key, model]))
  return sums.flatMap((sum) => {
    const model = models.get(sum.machineKey)
    if (model === undefined) return []
    const from = firstDay(through, sum.days)
    const days: RunningDay[] = (byMachine.get(sum.machineKey) ?? []).filter(({ day }) => day >= from)
    return [{ machineKey: sum.machineKey, days: sum.days, model, ...figuresOf(sum, days) }]
  })
}

async function readSums(db: Db, keys: readonly number[], through: string) {
  const from = Date.parse(firstDay(through, Math.max(...benchmarkDays)))
  const hours = hoursOfRejects(keys, { from, to: Date.parse(through) + DAY_MS })
  const { rows } = await sql<MachineSums & { machineKey: number; days: number }>`
    SELECT h.machine_key AS "machineKey", w.days, sum(h.running_ms)::float8 AS "runningMs", sum(h.idle_ms)::float8 AS "idleMs",
      sum(h.stopped_ms + h.faulted_ms)::float8 AS "stoppedMs",
      coalesce(sum(h.rejects) FILTER (WHERE h.is_measured), 0)::float8 AS rejects,
      coalesce(sum(h.cycles) FILTER (WHERE h.is_measured), 0)::float8 AS "measuredCycles",
      coalesce(sum(h.known_ms) FILTER (WHERE h.is_measured OR h.cycles = 0), 0)::float8 AS "measuredMs"
    FROM (SELECT *, ${measuresRejects('machine_key')} AS is_measured FROM (${hours}) hour) h
      JOIN unnest(${[...benchmarkDays]}::int[]) AS w (days) ON h.at >= (${through}::date + 1 - w.days)::timestamp AT TIME ZONE 'UTC'
    WHERE NOT EXISTS (
      SELECT FROM period_of_another p WHERE p.machine_key = h.machine_key AND p.during && tstzrange(h.at, h.at + interval '1 hour'))
    GROUP BY h.machine_key, w.days HAVING sum(h.running_ms + h.idle_ms + h.stopped_ms + h.faulted_ms) > 0
  `.execute(db)
  return rows
}

/** Days of machines that were another customer's, UTC: what a machine did for the one before is no figure of the present one. */
async function readDaysOfOthers(
  db: Db,
  keys: readonly number[],
): Promise<(day: Pick<RunningDay, 'machineKey' | 'day'>) => boolean> {
  const { rows } = await sql<{ machineKey: number; first: string; last: string }>`
    SELECT machine_key AS "machineKey", (lower(during) AT TIME ZONE 'UTC')::date::text AS first,
      ((upper(during) - interval '1 microsecond') AT TIME ZONE 'UTC')::date::text AS last
    FROM period_of_another WHERE machine_key = ANY (${keys}::int[])
  `.execute(db)
  return ({ machineKey, day }) =>
    rows.some((period) => period.machineKey === machineKey && day >= period.first && day <= period.last)
}

/** The first of so many days that end with a day, ISO 8601. */
export function firstDay(through: string, days: number): string {
  return new Date(Date.parse(through) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
}

async function store(db: Transaction, figures: readonly MachineFigures[], through: string): Promise<void> {
  // Two processes that found it due follow each other, and the second one stores the same again.
  await sql`LOCK TABLE benchmark_machine IN SHARE ROW EXCLUSIVE MODE`.execute(db)
  await sql`DELETE FROM benchmark_machine`.execute(db)
  for (let start = 0; start < figures.length; start += ROWS) {
    const rows = JSON.stringify(figures.slice(start, start + ROWS))
    await sql`
      INSERT INTO benchmark_machine (machine_key, days, model, known_hours, speed_hours, reject_hours, cycles, utilization, availability, speed, reject_rate,
        running_hours, recipes)
      SELECT f."machineKey", f.days, f.model, f."knownHours", f."speedHours", f."rejectHours", f.cycles, f.utilization, f.availability, f.speed, f."rejectRate",
        f."runningHours", f.recipes
      FROM jsonb_to_recordset(${rows}::jsonb) AS f ("machineKey" int, days int, model text, "knownHours" float8, "speedHours" float8, "rejectHours" float8, cycles bigint,
        utilization float8, availability float8, speed float8, "rejectRate" float8, "runningHours" float8, recipes jsonb)
      JOIN machine m ON m.key = f."machineKey"
    `.execute(db)
  }
  await sql`SELECT publish_benchmark()`.execute(db)
  await sql`
    INSERT INTO benchmark_snapshot (through) VALUES (${through}::date)
    ON CONFLICT (only_one) DO UPDATE SET through = excluded.through, taken_at = now()
  `.execute(db)
}
