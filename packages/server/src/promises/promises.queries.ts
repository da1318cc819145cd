import { type AcceptanceTestKind, MAX_PROMISES, type PromiseActual } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** A promise as it is stored. */
export type PromiseRow = Pick<
  PromiseActual,
  | ('id' | 'name' | 'kind' | 'direction' | 'figure' | 'unit' | 'packsPerCycle' | 'recipe' | 'tag')
  | ('conditions' | 'source' | 'reference' | 'promisedOn')
> & { styleId: string | null }

/** The condition of a tag as answers have it; null where it says nothing. @param promise the name of the table in the statement */
export function tagOf(promise: string): RawBuilder<PromiseActual['tag']> {
  const of = (column: string) => sql.ref(`${promise}.${column}`)
  return sql`CASE WHEN ${of('tag')} IS NULL OR num_nonnulls(${of('tag_value')}, ${of('tag_least')}, ${of('tag_most')}) = 0 THEN NULL ELSE jsonb_build_object('name', ${of('tag')}, 'value', ${of('tag_value')},
    'least', ${of('tag_least')}, 'most', ${of('tag_most')}) END`
}

/** The promises of a machine, in the order in which they were made. */
export async function readPromises(db: Transaction, machineKey: number): Promise<PromiseRow[]> {
  const { rows } = await sql<PromiseRow>`
    SELECT id, name, kind, direction, figure, unit, packs_per_cycle AS "packsPerCycle", style_id AS "styleId", recipe, ${tagOf('promise')} AS tag, conditions, source, reference, promised_on::text AS "promisedOn"
    FROM promise WHERE machine_id = (SELECT id FROM machine WHERE key = ${machineKey}) AND deleted_at IS NULL
    ORDER BY created_at, id LIMIT ${MAX_PROMISES}
  `.execute(db)
  return rows
}

export interface TestedRow {
  promiseId: string
  kind: AcceptanceTestKind
  testId: string
  value: number
  on: string
  hours: number | null
  product: string
  accepted: boolean
  openPoints: number
}

/** What the newest acceptance test of each kind measured of each promise of a machine, and the newest of those that were accepted; the newest first. */
export async function readTested(db: Transaction, machineKey: number): Promise<TestedRow[]> {
  const { rows } = await sql<TestedRow & { createdAt: Date }>`
    SELECT * FROM (SELECT DISTINCT ON (r.promise_id, a.kind, a.accepted) r.promise_id AS "promiseId", a.kind, a.id AS "testId", r.value, a.tested_on::text AS "on", a.hours, a.product,
      a.accepted, a.open_points AS "openPoints", a.created_at AS "createdAt"
    FROM acceptance_result r JOIN acceptance_test a ON a.id = r.acceptance_test_id AND a.deleted_at IS NULL
    WHERE a.machine_id = (SELECT id FROM machine WHERE key = ${machineKey})
    ORDER BY r.promise_id, a.kind, a.accepted, a.tested_on DESC, a.created_at DESC) newest ORDER BY "on" DESC, "createdAt" DESC
  `.execute(db)
  return rows.map(({ createdAt: _, ...row }) => row)
}

/** What a page of promises says of the machine. */
export async function readMachine(
  db: Transaction,
  machineKey: number,
): Promise<{ id: string; description: string | null } | undefined> {
  const { rows } = await sql<{ id: string; description: string | null }>`
    SELECT id, description FROM machine WHERE key = ${machineKey}
  `.execute(db)
  return rows[0]
}
