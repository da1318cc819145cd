import type { PackingJob } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { DOES_NOT_FIT, FITS_IF, MET, UNKNOWN, WASH_DOWN_DIGIT } from './judged-row.ts'

/** A column of a machine that an option can grant, and what the job asks of it. */
interface Grant {
  /** Common table of the options that grant it, one for each machine. */
  table: string
  /** Whether the machine `m` has it itself. */
  isMet: RawBuilder<unknown>
  /** Whether nobody knows what the machine `m` has. */
  isUnknown: RawBuilder<unknown>
  /** Whether the option `o` grants it. */
  isGranted: RawBuilder<unknown>
  check: string
  column: string
}

const hasWater = (rating: RawBuilder<unknown>) =>
  sql`coalesce(substr(${rating}, 4, 1) BETWEEN ${sql.lit(String(WASH_DOWN_DIGIT))} AND '9', false)`

/** What a job may ask that options grant; null where it does not ask for it. */
function grantsOf({ voltage, phases, washDown }: PackingJob): [check: string, column: string, grant: Grant | null][] {
  const same = (table: string, check: 'voltage' | 'phases', wanted: number): Grant => ({
    table,
    check,
    column: `${check}_id`,
    isMet: sql`m.${sql.ref(check)} IS NOT DISTINCT FROM ${wanted}::int`,
    isUnknown: sql`m.${sql.ref(check)} IS NULL`,
    isGranted: sql`o.${sql.ref(`grants_${check}`)} = ${wanted}::int`,
  })
  const water: Grant = {
    table: 'by_water',
    check: 'washDown',
    column: 'wash_down_id',
    isMet: hasWater(sql`m.ip_rating`),
    isUnknown: sql`(m.ip_rating IS NULL OR substr(m.ip_rating, 4, 1) = 'X')`,
    isGranted: sql`o.grants_ip_rating IS NOT NULL AND ${hasWater(sql`o.grants_ip_rating`)}`,
  }
  return [
    ['voltage', 'voltage_id', voltage === null ? null : same('by_voltage', 'voltage', voltage)],
    ['phases', 'phases_id', phases === null ? null : same('by_phases', 'phases', phases)],
    ['washDown', 'wash_down_id', washDown ? water : null],
  ]
}

const asked = (job: PackingJob): Grant[] => grantsOf(job).flatMap(([, , grant]) => grant ?? [])

/** What an option adds to its machine, read with it once. */
const ADDS = sql`o.price, o.lead_days, o.availability, o.definition_id`

/** Looked up answer by answer: a style has few of all that there are. */
function optionsOf(table: string): RawBuilder<unknown> {
  return sql`LATERAL (SELECT option_id FROM ${sql.ref(table)} WHERE compatibility_id = b.cell_id OFFSET 0)`
}

/** Common tables of the options that answers require, and of those that give a machine what it lacks: what a job does not ask for has none. */
export function grantTables(job: PackingJob): RawBuilder<unknown> {
  const tables = asked(job).map(
    ({ table, isGranted }) => sql`, ${sql.ref(table)} AS MATERIALIZED (${granting(isGranted)})`,
  )
  return sql`
    required AS MATERIALIZED (SELECT b.machine_id, o.id AS option_id, ${ADDS} FROM bounds b, ${optionsOf('compatibility_required_option')} p
      JOIN machine_option o ON o.id = p.option_id),
    excluded AS MATERIALIZED (SELECT b.machine_id, x.option_id FROM bounds b, ${optionsOf('compatibility_excluded_option')} x),
    required_ids AS MATERIALIZED (SELECT machine_id, array_agg(option_id ORDER BY option_id) AS ids FROM required GROUP BY machine_id)
    ${sql.join(tables, sql``)}`
}

/** The option of each machine that gives it what the site has: one that is required anyway, else the cheapest. None that the answer excludes. */
function granting(isGranted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT ON (o.machine_id) o.machine_id, o.id, ${ADDS} FROM machine_option o LEFT JOIN required r ON r.option_id = o.id
    WHERE ${isGranted} AND o.id NOT IN (SELECT option_id FROM excluded)
    ORDER BY o.machine_id, (r.option_id IS NOT NULL) DESC, o.availability DESC, o.price NULLS LAST, o.id`
}

/** Joins of the granting options to the machines `m` that need them. */
export function grantJoins(job: PackingJob): RawBuilder<unknown> {
  const joins = asked(job).map(
    ({ table, isMet }) =>
      sql`LEFT JOIN ${sql.ref(table)} ON ${sql.ref(`${table}.machine_id`)} = m.id AND NOT ${sql`(${isMet})`}`,
  )
  return sql.join(joins, sql` `)
}

/** The verdicts of voltage, phases and wash-down, and the options that they come from. */
export function grantColumns(job: PackingJob): RawBuilder<unknown> {
  const columns = grantsOf(job).map(([check, column, grant]) => {
    const names = [sql.ref(check), sql.ref(column)]
    if (grant === null) return sql`${sql.lit(MET)} AS ${names[0]}, NULL::uuid AS ${names[1]}`
    const option = sql.ref(`${grant.table}.id`)
    return sql`CASE WHEN ${grant.isMet} THEN ${sql.lit(MET)} WHEN ${option} IS NOT NULL THEN ${sql.lit(FITS_IF)}
      WHEN ${grant.isUnknown} THEN ${sql.lit(UNKNOWN)} ELSE ${sql.lit(DOES_NOT_FIT)} END AS ${names[0]}, ${option} AS ${names[1]}`
  })
  return sql.join(columns)
}

/**
 * Common tables of the options that each machine of `machines` needs, with what they require, what they cost together, and whether they
 * exclude each other. Options are looked up only where another one requires them: the others were read with what they grant.
 */
export function neededTables(job: PackingJob): RawBuilder<unknown> {
  const adds = sql`price, lead_days, availability, definition_id`
  const granted = asked(job).map(
    ({ table, column }) => sql`
      UNION SELECT g.machine_id, g.id, ${ADDS_OF_GRANT} FROM ${sql.ref(table)} g JOIN machines m ON m.${sql.ref(column)} = g.id`,
  )
  return sql`
    direct AS MATERIALIZED (SELECT r.machine_id, r.option_id, ${adds} FROM required r JOIN machines m ON m.id = r.machine_id
      ${sql.join(granted, sql``)}),
    needed AS (
      SELECT * FROM direct
      UNION SELECT n.machine_id, r.* FROM needed n, LATERAL (SELECT q.other_id, ${ADDS} FROM machine_option_requires q
        JOIN machine_option o ON o.id = q.other_id WHERE q.option_id = n.option_id OFFSET 0) r
    ), costs AS MATERIALIZED (
      SELECT machine_id, array_agg(option_id ORDER BY option_id) AS needed_ids, coalesce(sum(price), 0) AS price,
        bool_or(price IS NULL AND availability = 'optional') AS lacks_price, coalesce(sum(lead_days), 0)::int AS lead_days,
        count(*) FILTER (WHERE availability = 'optional') AS extra, count(DISTINCT definition_id) < count(*) AS two_of_one
      FROM needed GROUP BY machine_id
    ), clashes AS MATERIALIZED (
      SELECT n.machine_id FROM needed n, LATERAL (SELECT other_id FROM machine_option_excludes WHERE option_id = n.option_id OFFSET 0) e
        JOIN needed other ON other.option_id = e.other_id WHERE other.machine_id = n.machine_id
      UNION SELECT machine_id FROM needed JOIN excluded USING (machine_id, option_id)
    )`
}

const ADDS_OF_GRANT = sql`g.price, g.lead_days, g.availability, g.definition_id`
