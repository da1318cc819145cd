import type { Api, CallOutput, CallResult } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

type Query = CallOutput<Api['alarmChoices']>['query']

/** So many are offered; whoever has more types a part of the name. */
const OFFERED = 50
/** Rules are looked for in so many alarms: customers may not read the rules themselves. */
const NEWEST = 5_000

const sources: Record<Query['of'], RawBuilder<unknown>> = {
  customer: sql`SELECT c.id::text AS value, c.name AS label, c.code AS sublabel FROM customer c
    WHERE EXISTS (SELECT FROM machine m JOIN alarm a ON a.machine_key = m.key WHERE m.customer_id = c.id AND m.deleted_at IS NULL)`,
  machine: sql`SELECT m.machine_id AS value, m.machine_id AS label, m.description AS sublabel FROM machine m
    WHERE m.deleted_at IS NULL AND EXISTS (SELECT FROM alarm a WHERE a.machine_key = m.key)`,
  rule: sql`SELECT DISTINCT ON (rule_id) rule_id::text AS value, code AS label, NULL::text AS sublabel FROM (
      SELECT rule_id, code, started_at FROM alarm WHERE rule_id IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT ${NEWEST}) newest
    ORDER BY rule_id, started_at DESC`,
}

/** What the alarms that the scope sees can be filtered by, by name. */
export async function readChoices(db: Transaction, { of, q }: Query): Promise<CallResult<Api['alarmChoices']>> {
  const { rows } = await sql<CallResult<Api['alarmChoices']>[number]>`
    SELECT value, label, sublabel FROM (${sources[of]}) found
    WHERE strpos(search_fold(label || ' ' || coalesce(sublabel, '')), search_fold(${q})) > 0 OR value = ${q}
    ORDER BY label, value LIMIT ${OFFERED}
  `.execute(db)
  return rows
}
