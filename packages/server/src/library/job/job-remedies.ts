import type { JobCheck, JobRemedy, PackingJob } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { DOES_NOT_FIT, FITS_IF, type JudgedRow } from './judged-row.ts'

export interface NeededOption {
  id: string
  name: string
  price: string | null
  leadDays: number | null
  availability: 'standard' | 'optional'
}

/** The options that machines of a page need, by their ids. */
export async function readNeededOptions(
  db: Transaction,
  rows: readonly JudgedRow[],
): Promise<Map<string, NeededOption>> {
  const found = await sql<NeededOption>`
    SELECT id, name, trim_scale(price)::text AS price, lead_days AS "leadDays", availability FROM machine_option
    WHERE id = ANY(${rows.flatMap(({ neededIds }) => neededIds)}::uuid[])
  `.execute(db)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** What would make the machine fit: options and tooling, and what else could be asked for. */
export function remediesOf(row: JudgedRow, job: PackingJob, options: ReadonlyMap<string, NeededOption>): JobRemedy[] {
  return [...optionRemedies(row, options), ...toolingRemedy(row), ...speedRemedies(row, job), ...laterAndDearer(row)]
}

/** A standard option needs nothing to be done, unless the machine gets by it what the site has. */
function optionRemedies(row: JudgedRow, options: ReadonlyMap<string, NeededOption>): JobRemedy[] {
  if (row.options === DOES_NOT_FIT) return []
  const granted: [string | null, JobCheck][] = [
    [row.voltageId, 'voltage'],
    [row.phasesId, 'phases'],
    [row.washDownId, 'washDown'],
  ]
  return row.neededIds.flatMap((id): JobRemedy[] => {
    const option = options.get(id)
    const own = granted.flatMap(([granting, check]) => (granting === id ? [check] : []))
    if (option === undefined || (option.availability === 'standard' && own.length === 0)) return []
    const checks: JobCheck[] = row.requiredIds.includes(id) || own.length === 0 ? [...own, 'options'] : own
    return [{ kind: 'option', checks, optionId: id, name: option.name, price: option.price, leadDays: option.leadDays }]
  })
}

function toolingRemedy({ tooling, toolingCost }: JudgedRow): JobRemedy[] {
  return tooling === FITS_IF && toolingCost !== null ? [{ kind: 'tooling', price: toolingCost }] : []
}

function speedRemedies(
  { speed, speedMin, speedMax }: JudgedRow,
  { outputPerMinute, peakPerMinute }: PackingJob,
): JobRemedy[] {
  const wanted = outputPerMinute ?? peakPerMinute
  if (wanted === null || (speed !== FITS_IF && speed !== DOES_NOT_FIT)) return []
  if (speed === FITS_IF && speedMin !== null && wanted < speedMin) return [{ kind: 'higherSpeed', speed: speedMin }]
  if (speedMax === null || speedMax <= 0) return []
  const lower: JobRemedy = { kind: 'lowerSpeed', speed: speedMax }
  return speed === FITS_IF ? [lower] : [lower, { kind: 'machines', count: Math.ceil(wanted / speedMax) }]
}

function laterAndDearer({ date, deliveredOn, budget, priceFrom }: JudgedRow): JobRemedy[] {
  return [
    ...(date === DOES_NOT_FIT && deliveredOn !== null ? [{ kind: 'laterDate' as const, date: deliveredOn }] : []),
    ...(budget === DOES_NOT_FIT && priceFrom !== null ? [{ kind: 'higherBudget' as const, amount: priceFrom }] : []),
  ]
}
