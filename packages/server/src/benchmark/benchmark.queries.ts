import {
  type Benchmark,
  type BenchmarkFigure,
  type BenchmarkMedian,
  type ComparedMachine,
  MOST_COMPARED,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** A snapshot that is older is not shown: somebody may have stopped sharing since. */
const FRESH_DAYS = 3

export async function readModels(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    SELECT max(configuration_id) AS model FROM machine WHERE configuration_id IS NOT NULL AND deleted_at IS NULL
    GROUP BY fold_case(configuration_id) ORDER BY count(*) DESC, fold_case(configuration_id) LIMIT ${MOST_COMPARED}
  `.execute(db)
  return rows.map(({ model }) => model)
}

/** The model of one machine, if the scope sees it. */
export async function readModelOf(db: Transaction, machineID: string): Promise<string | undefined> {
  const { rows } = await sql<{ model: string | null }>`
    SELECT configuration_id AS model FROM machine WHERE machine_id = ${machineID} AND deleted_at IS NULL
  `.execute(db)
  return rows[0]?.model ?? undefined
}

interface SnapshotRow {
  through: string
  takenAt: Date
}

/** The newest snapshot, unless it is too old. */
export async function readSnapshot(db: Transaction): Promise<SnapshotRow | undefined> {
  const { rows } = await sql<SnapshotRow>`
    SELECT through::text, taken_at AS "takenAt" FROM benchmark_snapshot WHERE through >= (now() AT TIME ZONE 'UTC')::date - ${FRESH_DAYS}::int
  `.execute(db)
  return rows[0]
}

interface MachineRow extends Omit<ComparedMachine, 'figures'>, Partial<ComparedMachine['figures']> {}

/** The machines of a model that the scope sees. */
export async function readCompared(db: Transaction, model: string, days: number): Promise<ComparedMachine[]> {
  const { rows } = await sql<Required<MachineRow>>`
    SELECT m.machine_id AS "machineID", m.description, coalesce(m.location, nullif(concat_ws(', ', l.name, l.city), '')) AS location,
      m.design_speed AS "designSpeed",
      coalesce(s.benchmark_customer_id = m.customer_id AND coalesce(s.benchmark_until > now(), true), false)
        AND m.key <> ALL ((SELECT machines_left_out())::int[]) AS "isShared",
      coalesce(b.known_hours, 0) AS "knownHours", b.utilization, b.availability, b.speed, b.reject_rate AS "rejectRate",
      b.running_hours AS "runningHours", coalesce(b.recipes, '[]') AS recipes
    FROM machine m LEFT JOIN location l ON l.id = m.location_id LEFT JOIN machine_sharing s ON s.machine_key = m.key
      LEFT JOIN benchmark_machine b ON b.machine_key = m.key AND b.days = ${days} AND b.model = fold_case(m.configuration_id)
    WHERE fold_case(m.configuration_id) = fold_case(${model}) AND m.deleted_at IS NULL AND m.key <> ALL ((SELECT unshared_machines())::int[])
    ORDER BY m.machine_id LIMIT ${MOST_COMPARED}
  `.execute(db)
  return rows.map(({ utilization, availability, speed, rejectRate, runningHours, ...machine }) => ({
    ...machine,
    figures: { utilization, availability, speed, rejectRate, runningHours },
  }))
}

/** Whether machines of the scope are in no comparison since their customer has declined the maker's own use. */
export async function readHasDeclined(db: Transaction): Promise<boolean> {
  const { rows } = await sql`SELECT FROM machine WHERE key = ANY ((SELECT machines_left_out())::int[]) LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** What other customers share of the model, as far as the scope may read it. */
export async function readMedians(db: Transaction, model: string, days: number): Promise<Benchmark['medians']> {
  const { rows } = await sql<BenchmarkMedian & { figure: BenchmarkFigure }>`
    SELECT figure, median, lower, upper, machines_from AS "machinesFrom", hours_from AS "hoursFrom"
    FROM benchmark_median WHERE model = fold_case(${model}) AND days = ${days}
  `.execute(db)
  const medians: Benchmark['medians'] = { ...noMedians }
  for (const { figure, ...median } of rows) medians[figure] = median
  return medians
}

export const noMedians: Readonly<Benchmark['medians']> = {
  utilization: null,
  availability: null,
  speed: null,
  rejectRate: null,
  runningHours: null,
}
