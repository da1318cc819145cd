import { type JobVerdict, jobChecks, type PackingJob, type PackingJobPage } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { ascending, conditionsBehind, orderBy, positionColumn, type SortKey } from '../../engine/paging/keyset.ts'
import { type Positioned, type ReadPage, readPosition, toPage } from '../../engine/paging/read-page.ts'
import type { Transaction } from '../../platform/database.ts'
import { cellTables, NO_MACHINE } from './job-cells.ts'
import { grantColumns, grantJoins, grantTables, neededTables } from './job-options.ts'
import { DOES_NOT_FIT, FITS_IF, type JudgedRow, MET, UNKNOWN } from './judged-row.ts'

export interface JudgedPage extends ReadPage<JudgedRow> {
  counts: Record<JobVerdict, number>
}

const NONE: Record<JobVerdict, number> = { fits: 0, fitsIf: 0, unknown: 0, doesNotFit: 0 }

/**
 * Judges every machine that is no draft, and reads one page of them with the figures of each check. One statement over sets: it takes as long as the
 * machines and the answers for the style.
 */
export async function judgeMachines(
  db: Transaction,
  job: PackingJob,
  { page, pageSize, after, verdict }: PackingJobPage,
): Promise<JudgedPage> {
  const which = verdict === undefined ? sql`true` : sql`verdict = ${verdict}`
  const keys = keysOf(job)
  // All machines are judged and sorted whatever the page: one condition, since there is no index that stretches would follow.
  const behind =
    after === undefined ? sql`true` : sql`(${sql.join(conditionsBehind(keys, readPosition(keys, after)), sql` OR `)})`
  const { rows } = await sql<(Positioned<JudgedRow> | { id: null }) & { counts: Partial<JudgedPage['counts']> | null }>`
    WITH RECURSIVE ${verdicts(job)}, counts AS (SELECT jsonb_object_agg(verdict, number) AS counts FROM (
      SELECT verdict, count(*) AS number FROM verdicts GROUP BY verdict) counted),
    page AS (SELECT *, row_number() OVER (ORDER BY ${orderBy(keys)}) AS place FROM (
      SELECT *, ${positionColumn(keys)} FROM verdicts WHERE ${which} AND ${behind}
      ORDER BY ${orderBy(keys)} LIMIT ${pageSize + 1} OFFSET ${(page - 1) * pageSize}) chosen)
    SELECT ${figures}, "listPosition", CASE WHEN place = 1 OR place IS NULL THEN counts END AS counts
    FROM counts LEFT JOIN page ON true ORDER BY place
  `.execute(db)
  // Beyond the last page there are counts and no machines.
  const judgedRows = rows.flatMap((row) => (row.id === null ? [] : [row]))
  return { ...toPage<JudgedRow>(judgedRows, pageSize), counts: { ...NONE, ...rows[0]?.counts } }
}

/** Common tables up to `verdicts`, a row for each machine. */
function verdicts(job: PackingJob): RawBuilder<unknown> {
  const score = sql.join(
    jobChecks.map((name) => sql.ref(name)),
    sql` + `,
  )
  return sql`
    ${cellTables(job)}, ${grantTables(job)},
    machines AS MATERIALIZED (${machines(job)}), ${neededTables(job)},
    priced AS MATERIALIZED (SELECT *, ${score} AS score FROM (${priced(job)} OFFSET 0) checked),
    verdicts AS (SELECT *, CASE WHEN score >= ${sql.lit(DOES_NOT_FIT)} THEN 'doesNotFit' WHEN score >= ${sql.lit(UNKNOWN)}
      THEN 'unknown' WHEN score >= ${sql.lit(FITS_IF)} THEN 'fitsIf' ELSE 'fits' END AS verdict FROM priced)`
}

/** The worst verdict comes last, whatever the order. */
function keysOf({ sort }: PackingJob): SortKey[] {
  const worst = sql.join(
    [FITS_IF, UNKNOWN, DOES_NOT_FIT].map((status) => sql`(score >= ${sql.lit(status)})::int`),
    sql` + `,
  )
  const orders = {
    match: [
      sql`(score / ${sql.lit(DOES_NOT_FIT)})`,
      sql`miss`,
      sql`(score / ${sql.lit(UNKNOWN)})`,
      sql`score`,
      sql`price_from`,
    ],
    price: [sql`price_from`],
    leadTime: [sql`lead_days`],
  }
  const sorted = orders[sort].map((expression) => ({ ...ascending(expression), mayBeEmpty: true }))
  return [ascending(sql`(${worst})`), ...sorted, ascending(sql`model`), ascending(sql`id`)]
}

/** The machines that are judged. */
function machines(job: PackingJob): RawBuilder<unknown> {
  return sql`
    SELECT m.id, m.model, m.name, m.type_id, m.base_price, m.currency, m.lead_weeks, m.voltage AS has_voltage, m.phases AS has_phases,
      m.ip_rating, (m.lifecycle = 'obsolete')::int * ${sql.lit(DOES_NOT_FIT)} AS lifecycle, required_ids.ids AS required_ids,
      coalesce(c.machine_id, ${NO_MACHINE}::uuid) AS answer_of, ${grantColumns(job)}
    FROM library_machine m LEFT JOIN cell_checks c ON c.machine_id = m.id LEFT JOIN required_ids ON required_ids.machine_id = m.id
      ${grantJoins(job)}
    WHERE m.deleted_at IS NULL AND m.lifecycle <> 'draft'`
}

/** With what the needed options cost and add to the lead time. */
function priced({ budget, currency, date }: PackingJob): RawBuilder<unknown> {
  const [met, fitsIf, unknown, doesNotFit] = [MET, FITS_IF, UNKNOWN, DOES_NOT_FIT].map((one) => sql.lit(one))
  const days = sql`m.lead_weeks * 7 + coalesce(costs.lead_days, 0)`
  const price = sql`coalesce(m.base_price, 0) + coalesce(costs.price, 0) + coalesce(c.tooling_cost, 0)`
  const ofBudget = sql`CASE WHEN m.currency IS DISTINCT FROM ${currency} THEN ${unknown} WHEN ${price} > ${budget}::numeric THEN ${doesNotFit}
    WHEN m.base_price IS NULL OR costs.lacks_price THEN ${unknown} ELSE ${met} END`
  const ofDate = sql`CASE WHEN m.lead_weeks IS NULL THEN ${unknown} WHEN current_date + (${days}) > ${date}::date THEN ${doesNotFit} ELSE ${met} END`
  return sql`
    SELECT m.*, c.cell_id, c.evidence, c.is_stale, c.turned, c.l_min, c.l_max, c.w_min, c.w_max, c.h_min, c.h_max, c.speed_min, c.speed_max,
      c.tooling_cost, c.answer, c.length, c.width, c.height, c.speed, c.material, c.tooling, c.miss, costs.needed_ids,
      CASE WHEN costs.two_of_one OR clashes.machine_id IS NOT NULL THEN ${doesNotFit}
        WHEN m.required_ids IS NOT NULL AND costs.extra > 0 THEN ${fitsIf} ELSE ${met} END AS options,
      ${budget === null ? met : ofBudget} AS budget, ${date === null ? met : ofDate} AS date, ${price} AS known_price,
      CASE WHEN costs.lacks_price OR m.currency IS NULL OR m.base_price IS NULL THEN NULL ELSE ${price} END AS price_from, ${days} AS lead_days
    FROM machines m JOIN cell_checks c ON c.machine_id = m.answer_of
      LEFT JOIN costs ON costs.machine_id = m.id LEFT JOIN clashes ON clashes.machine_id = m.id`
}

/** The columns of a row as they leave the database: texts are made for the machines of the page alone. */
const figures = sql`
  id, model, name, type_id AS "typeId", verdict, cell_id AS "cellId", evidence, coalesce(is_stale, false) AS "isStale", turned AS "isTurned",
  l_min AS "lengthMin", l_max AS "lengthMax", w_min AS "widthMin", w_max AS "widthMax", h_min AS "heightMin", h_max AS "heightMax",
  speed_min AS "speedMin", speed_max AS "speedMax", has_voltage AS "hasVoltage", has_phases AS "hasPhases", ip_rating AS "hasIpRating",
  trim_scale(tooling_cost)::text AS "toolingCost", coalesce(required_ids, '{}') AS "requiredIds", voltage_id AS "voltageId",
  phases_id AS "phasesId", wash_down_id AS "washDownId", coalesce(needed_ids, '{}') AS "neededIds",
  trim_scale(known_price)::text AS "knownPrice", trim_scale(price_from)::text AS "priceFrom", currency, lead_days AS "leadDays",
  (current_date + lead_days)::text AS "deliveredOn", ${sql.join(jobChecks.map((name) => sql.ref(name)))}`
