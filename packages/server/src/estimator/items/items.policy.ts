import { sql } from 'kysely'
import type { FilterCondition } from '../../engine/resource/behaviour.ts'
import type { Computed } from '../../engine/resource/columns.ts'

type PriceColumn = 'price' | 'cost' | 'effective_from'

/** An item carries what applied when it was last written and what came next; once that has come, the entries say what applies. */
const hasCome = sql`item_master.next_from <= current_date`

function today(column: PriceColumn) {
  const value = sql.ref(`item_master.${column}`)
  return asText(
    sql`CASE WHEN ${hasCome} THEN (SELECT ${sql.ref(column)} FROM item_price_on(item_master.id, current_date)) ELSE ${value} END`,
    column,
  )
}

function next(column: PriceColumn) {
  const value = sql.ref(column === 'effective_from' ? 'item_master.next_from' : `item_master.next_${column}`)
  return asText(
    sql`CASE WHEN ${hasCome} THEN (SELECT ${sql.ref(column)} FROM item_price_after(item_master.id, current_date)) ELSE ${value} END`,
    column,
  )
}

function asText(value: ReturnType<typeof sql>, column: PriceColumn) {
  return column === 'effective_from' ? sql`(${value})::text` : sql`trim_scale(${value})::text`
}

/** The prices of an item as of today, and the next ones to come. */
export const itemPricesOfToday: Computed = {
  price: today('price'),
  cost: today('cost'),
  effectiveFrom: today('effective_from'),
  nextPrice: next('price'),
  nextCost: next('cost'),
  nextFrom: next('effective_from'),
}

/** Items of some categories and of all below them. */
export const inCategories: FilterCondition = (categories) => sql`item_master.category_id IN (
  WITH RECURSIVE below AS (
    SELECT id FROM item_category WHERE id = ANY(${categories}::uuid[])
    UNION SELECT c.id FROM item_category c JOIN below b ON c.parent_id = b.id
  ) SELECT id FROM below)`
