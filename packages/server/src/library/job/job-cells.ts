import type { PackingJob } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import { isStale } from '../library.policy.ts'
import { DOES_NOT_FIT, FITS_IF, MET, UNKNOWN } from './judged-row.ts'

const [met, fitsIf, unknown, doesNotFit] = [MET, FITS_IF, UNKNOWN, DOES_NOT_FIT].map((one) => sql.lit(one))

/** Stands for all machines without an answer. */
export const NO_MACHINE = sql.lit('00000000-0000-0000-0000-000000000000')

/**
 * Common tables up to `cell_checks`: a row for each answer for the style, and one of `NO_MACHINE` for all that have none. What does not depend on the machine is so worked out once for each answer. Each step is a table of its own: PostgreSQL would
 * else work out an expression again wherever it is used.
 */
export function cellTables(job: PackingJob): RawBuilder<unknown> {
  return sql`
    style AS MATERIALIZED (SELECT * FROM packaging_style WHERE id = ${job.styleId}),
    bounds AS MATERIALIZED (${bounds(job)}),
    turns AS MATERIALIZED (SELECT *, ${isTurned(job)} AS turned FROM bounds),
    cell_checks AS MATERIALIZED (${cellChecks(job)})`
}

/** The narrower limits of the style and of the answer. */
function bounds({ styleId, material }: PackingJob): RawBuilder<unknown> {
  const own =
    material === null
      ? sql`LEFT JOIN (SELECT NULL::uuid AS id, NULL::text AS result) own ON false`
      : sql`LEFT JOIN compatibility_material own ON own.compatibility_id = compatibility.id AND own.material_id =
          (SELECT id FROM packaging_material WHERE fold_case(code) = fold_case(${material}) AND deleted_at IS NULL)`
  const listsOthers =
    material === null
      ? sql`false`
      : sql`own.id IS NULL AND EXISTS (SELECT FROM compatibility_material o WHERE o.compatibility_id = compatibility.id)`
  return sql`
    SELECT compatibility.id AS cell_id, compatibility.machine_id, compatibility.result, compatibility.tooling_cost, compatibility.evidence,
      compatibility.speed_min, compatibility.speed_max, ${isStale} AS is_stale, own.id IS NOT NULL AS has_own, own.result AS own_result,
      -- A cell that lists materials says nothing of others.
      ${listsOthers} AS lists_others, s.swap_length_width,
      greatest(s.length_min, compatibility.length_min) AS l_min, least(s.length_max, compatibility.length_max) AS l_max,
      greatest(s.width_min, compatibility.width_min) AS w_min, least(s.width_max, compatibility.width_max) AS w_max,
      greatest(s.height_min, compatibility.height_min) AS h_min, least(s.height_max, compatibility.height_max) AS h_max
    FROM style s JOIN compatibility ON compatibility.style_id = ${styleId} ${own}
    UNION ALL SELECT NULL, ${NO_MACHINE}::uuid, NULL, NULL, NULL, NULL, NULL, false, false, NULL, false, s.swap_length_width, s.length_min, s.length_max,
      s.width_min, s.width_max, s.height_min, s.height_max FROM style s`
}

/** Whether length and width are swapped: the style allows it, and the job is then less far off. */
function isTurned({ length, width }: PackingJob): RawBuilder<unknown> {
  return sql`swap_length_width AND ${offBy('l', sql`${width}::float8`)} + ${offBy('w', sql`${length}::float8`)}
    < ${offBy('l', sql`${length}::float8`)} + ${offBy('w', sql`${width}::float8`)}`
}

/** How far a size lies outside of its limits; 0 within them. */
function offBy(side: 'l' | 'w' | 'h', size: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`greatest(${size} - ${sql.ref(`${side}_max`)}, ${sql.ref(`${side}_min`)} - ${size}, 0)`
}

/** What each check of an answer comes to, and by how large a share of its limits it misses. */
function cellChecks(job: PackingJob): RawBuilder<unknown> {
  const { length, width, height, outputPerMinute } = job
  const swapped = (own: number | null, other: number | null) =>
    sql`CASE WHEN turned THEN ${other}::float8 ELSE ${own}::float8 END`
  return sql`
    SELECT c.*, (off_length > 0)::int * ${doesNotFit} AS length, (off_width > 0)::int * ${doesNotFit} AS width,
      (off_height > 0)::int * ${doesNotFit} AS height, ${speed(job)} AS speed,
      CASE WHEN own_result = 'no' THEN ${doesNotFit} WHEN own_result = 'unknown' OR lists_others THEN ${unknown}
        WHEN own_result = 'conditional' THEN ${fitsIf} ELSE ${met} END AS material,
      -- Where a material has an answer of its own, its check says what that is.
      CASE WHEN has_own OR result IN ('yes', 'conditional') THEN ${met} WHEN result = 'no' THEN ${doesNotFit} ELSE ${unknown} END AS answer,
      (coalesce(tooling_cost, 0) > 0)::int * ${fitsIf} AS tooling,
      coalesce(off_length / nullif(l_max, 0), 0) + coalesce(off_width / nullif(w_max, 0), 0) + coalesce(off_height / nullif(h_max, 0), 0)
        + coalesce(greatest((${outputPerMinute}::float8 - speed_max) / nullif(speed_max, 0), 0), 0) AS miss
    FROM (SELECT *, ${offBy('l', swapped(length, width))} AS off_length, ${offBy('w', swapped(width, length))} AS off_width,
      ${offBy('h', sql`${height}::float8`)} AS off_height FROM turns OFFSET 0) c`
}

function speed({ outputPerMinute, peakPerMinute }: PackingJob): RawBuilder<unknown> {
  const wanted = outputPerMinute ?? peakPerMinute
  if (wanted === null) return sql`${met}`
  return sql`CASE WHEN cell_id IS NULL THEN ${met} WHEN speed_max IS NULL THEN ${unknown}
    WHEN ${outputPerMinute}::float8 > speed_max THEN ${doesNotFit}
    WHEN ${peakPerMinute}::float8 > speed_max OR ${wanted}::float8 < speed_min THEN ${fitsIf} ELSE ${met} END`
}
