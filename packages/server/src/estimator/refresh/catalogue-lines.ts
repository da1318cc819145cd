import type { KeptRate } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'

/** A line or an extra of the catalogue, with what its item costs today in the currency of the item. */
export interface CatalogueLine {
  kind: 'items' | 'extras'
  id: string
  description: string
  unitPrice: string
  unitCost: string | null
  currency: string
  price: string | null
  cost: string | null
}

/** Costs included: worked with, and answered only to who may see them. */
export async function readCatalogueLines(db: Transaction, projectId: string): Promise<CatalogueLine[]> {
  const linesOf = (kind: CatalogueLine['kind'], table: string) => sql`
    SELECT ${kind} AS kind, line.id, line.description, trim_scale(line.unit_price)::text AS "unitPrice", trim_scale(line.unit_cost)::text AS "unitCost",
      item.currency, trim_scale(today.price)::text AS price, trim_scale(today.cost)::text AS cost, line.sort
    FROM ${sql.table(table)} line JOIN item_master item ON item.id = line.master_id AND item.deleted_at IS NULL
      LEFT JOIN LATERAL item_price_on(item.id, current_date) today ON true
    WHERE line.project_id = ${projectId}`
  const { rows } = await sql<CatalogueLine>`
    SELECT kind, id, description, "unitPrice", "unitCost", currency, price, cost FROM (
      ${linesOf('items', 'project_item')} UNION ALL ${linesOf('extras', 'project_optional_extra')}
    ) line ORDER BY kind DESC, sort, id
  `.execute(db)
  return rows
}

/** The newest mid rates of today, by the currency that they are from. */
export async function readNewestRates(
  db: Transaction,
  to: string,
  from: readonly string[],
): Promise<Map<string, KeptRate>> {
  const { rows } = await sql<KeptRate>`
    SELECT DISTINCT ON ("from") "from", "to", trim_scale(rate)::text AS rate, valid_on::text AS "validOn", kind, source
    FROM exchange_rate WHERE "to" = ${to} AND "from" = ANY(${from}) AND kind = 'mid' AND valid_on <= current_date
    ORDER BY "from", valid_on DESC
  `.execute(db)
  return new Map(rows.map((rate) => [rate.from, rate]))
}

/** Currencies of items in a project from which no rate is kept, and none is known by today. */
export async function readMissingRates(db: Transaction, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ from: string }>`
    SELECT DISTINCT item.currency AS "from" FROM project
      JOIN (SELECT project_id, master_id FROM project_item UNION ALL SELECT project_id, master_id FROM project_optional_extra) line
        ON line.project_id = project.id
      JOIN item_master item ON item.id = line.master_id AND item.deleted_at IS NULL AND item.currency <> project.currency
    WHERE project.id = ${projectId} AND NOT project.rates @> jsonb_build_array(jsonb_build_object('from', item.currency, 'to', project.currency))
      AND NOT EXISTS (SELECT FROM exchange_rate r
        WHERE r."from" = item.currency AND r."to" = project.currency AND r.kind = 'mid' AND r.valid_on <= current_date)
    ORDER BY item.currency
  `.execute(db)
  return rows.map(({ from }) => from)
}

/** @throws ProblemError `rate_missing` with the pair where there is none */
export function existing(rate: KeptRate | undefined, from: string, to: string): KeptRate {
  if (rate !== undefined) return rate
  const on = new Date(clock.now()).toISOString().slice(0, 10)
  throw new ProblemError('rate_missing', t('customers.rateMissing', { pair: `${from} to ${to} (mid)`, on }))
}
