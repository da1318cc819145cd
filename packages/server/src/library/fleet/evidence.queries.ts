import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { designSpeedPerMinute } from './design-speed.ts'
import type { StoredSketch } from './speed-sketch.ts'

/** That the machine `m` was built as the library machine `l`. */
export const builtAs = sql`fold_case(m.configuration_id) = fold_case(l.model) AND l.deleted_at IS NULL`

/**
 * Parts of a WITH clause: `ran` has the machines and recipes of which there is running time, with the library machine that each was built as,
 * and `styled` those of them whose recipe is mapped to a packaging style. Recipes are folded once each, which costs more than all else.
 * @param which a condition on the sum `t`, the machine `m` and the library machine `l`
 */
export function mappedRecipes(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    mapping AS MATERIALIZED (
      SELECT fold_case(r.recipe) AS folded, r.style_id, r.machine_id AS machine, r.library_machine_id AS model
      FROM recipe_style r JOIN packaging_style s ON s.id = r.style_id AND s.deleted_at IS NULL
    ), ran AS MATERIALIZED (
      SELECT t.machine_key, t.recipe, fold_case(t.recipe) AS folded, m.id AS machine_id, l.id AS library_machine_id
      FROM fleet_total t JOIN machine m ON m.key = t.machine_key AND m.deleted_at IS NULL LEFT JOIN library_machine l ON ${builtAs}
      WHERE ${which}
    ), styled AS (
      SELECT DISTINCT ON (machine_key, recipe) machine_key, recipe, style_id
      FROM ran JOIN mapping USING (folded)
      WHERE coalesce(machine = machine_id, true) AND (model IS NULL OR model = library_machine_id)
      ORDER BY machine_key, recipe, machine NULLS LAST, model NULLS LAST
    )`
}

/** That figures about a model may be made of a machine: its customer has not declined the maker's own use. @param key of the machine */
export function isInFigures(key: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(key)} <> ALL ((SELECT machines_left_out())::int[])`
}

/** Running time of one installed machine with one recipe. */
export interface Evidence {
  /** The library machine that it was built as. */
  libraryMachineId: string
  machineKey: number
  /** Null: the recipe is not known or not mapped. */
  styleId: string | null
  sketch: StoredSketch
  /** UTC. */
  firstDay: string
  lastDay: string
}

/** What ran in the field. @param machines library machines by their ids */
export async function readEvidence(db: Transaction, machines: readonly string[]): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`
    WITH ${mappedRecipes(sql`l.id = ANY(${machines}::uuid[]) AND ${isInFigures('t.machine_key')}`)}
    SELECT library_machine_id AS "libraryMachineId", machine_key AS "machineKey", style_id AS "styleId", t.sketch,
      t.first_day::text AS "firstDay", t.last_day::text AS "lastDay"
    FROM ran JOIN fleet_total t USING (machine_key, recipe) LEFT JOIN styled USING (machine_key, recipe)
  `.execute(db)
  return rows
}

/** An installed machine and where it is. */
export interface Installed {
  libraryMachineId: string
  key: number
  customer: { id: string; name: string } | null
  location: { id: string; name: string } | null
  /** Whether nothing that it reports is in a figure: it is not shared, or its customer has declined the maker's own use. */
  isLeftOut: boolean
}

/** The machines that were built as library machines. */
export async function readInstalled(db: Transaction, machines: readonly string[]): Promise<Installed[]> {
  const named = (table: string): RawBuilder<unknown> =>
    sql`CASE WHEN ${sql.ref(`${table}.id`)} IS NULL THEN NULL
      ELSE jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}) END`
  const { rows } = await sql<Installed>`
    SELECT l.id AS "libraryMachineId", m.key, ${named('c')} AS customer, ${named('p')} AS location,
      m.key = ANY ((SELECT machines_left_out() || unshared_machines())::int[]) AS "isLeftOut"
    FROM library_machine l JOIN machine m ON ${builtAs} AND m.deleted_at IS NULL
      LEFT JOIN customer c ON c.id = m.customer_id LEFT JOIN location p ON p.id = m.location_id
    WHERE l.id = ANY(${machines}::uuid[]) ORDER BY m.key
  `.execute(db)
  return rows
}

/** What is claimed of a library machine; speeds are in cycles per minute. */
export interface Claims {
  id: string
  /** Null without a design speed, or if its unit is not per minute. */
  designSpeed: number | null
  /** The largest speeds of the answers by packaging style, where they name one. */
  speeds: Record<string, number>
  /** Packaging styles whose answer is no, and yes or conditional for none of the materials that it lists. */
  refused: string[]
}

/**
 * What is claimed of library machines, by their model; those that are not there are absent.
 * @param styles the packaging styles whose answers are wanted: a whole matrix has hundreds of thousands of them
 */
export async function readClaims(
  db: Transaction,
  machines: readonly string[],
  styles: readonly string[],
): Promise<Claims[]> {
  const { rows } = await sql<Claims>`
    SELECT id, ${designSpeedPerMinute('library_machine')} AS "designSpeed",
      (SELECT coalesce(jsonb_object_agg(style_id, speed_max), '{}') FROM compatibility
       WHERE machine_id = library_machine.id AND style_id = ANY(${styles}::uuid[]) AND speed_max IS NOT NULL) AS speeds,
      -- The field tells no material: where one of them is possible, it may be that which ran.
      ARRAY(SELECT style_id::text FROM compatibility c WHERE machine_id = library_machine.id AND style_id = ANY(${styles}::uuid[]) AND result = 'no'
        AND NOT EXISTS (SELECT FROM compatibility_material WHERE compatibility_id = c.id AND result IN ('yes', 'conditional'))
      ) AS refused
    FROM library_machine WHERE id = ANY(${machines}::uuid[]) AND deleted_at IS NULL ORDER BY model, id
  `.execute(db)
  return rows
}

export interface Progress {
  number: number
  workedOutAt: Date | null
}

/** The number of the evidence as the transaction sees it, and when days were last counted. */
export async function readProgress(db: Transaction): Promise<Progress> {
  const { rows } = await sql<Progress>`SELECT number, worked_out_at AS "workedOutAt" FROM fleet_progress`.execute(db)
  // Users of customers see nothing of it, nor of the evidence.
  return rows[0] ?? { number: 0, workedOutAt: null }
}
