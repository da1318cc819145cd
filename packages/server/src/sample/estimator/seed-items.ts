import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { sampleCategories } from './categories.ts'
import { sampleItems } from './items.ts'

/** Gives the sample company its catalogue with the prices of last year, of now and of the next year. */
export async function seedItems(db: Transaction): Promise<void> {
  await seedCategories(db)
  const items = sampleItems.map((item) => ({ ...item, id: crypto.randomUUID() }))
  const prices = items.flatMap((item) => item.prices.map((price) => ({ item: item.id, ...price })))
  // Entries first: an item that comes with the price that applies makes none of its own.
  await sql`
    INSERT INTO item_price (item_id, effective_from, price, cost)
    SELECT (value ->> 'item')::uuid,
      (date_trunc('year', current_date) + make_interval(years => (value ->> 'year')::int))::date,
      (value ->> 'price')::numeric, (value ->> 'cost')::numeric
    FROM ${given(prices)} ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO item_master (id, code, description, category_id, unit, currency, price, cost, lead_days, active)
    SELECT (value ->> 'id')::uuid, value ->> 'code', value ->> 'description', item_category.id, value ->> 'unit', 'EUR',
      (value #>> '{prices,1,price}')::numeric, (value #>> '{prices,1,cost}')::numeric, (value ->> 'leadDays')::int,
      (value ->> 'active')::boolean
    FROM ${given(items)} JOIN item_category ON item_category.name = value ->> 'category' ORDER BY place
  `.execute(db)
}

async function seedCategories(db: Transaction): Promise<void> {
  const top = Object.keys(sampleCategories).map((name, sort) => ({ name, sort: sort * 10 }))
  await sql`
    INSERT INTO item_category (name, sort) SELECT value ->> 'name', (value ->> 'sort')::int FROM ${given(top)} ORDER BY place
  `.execute(db)
  const below = Object.entries(sampleCategories).flatMap(([parent, names]) =>
    names.map((name, sort) => ({ parent, name, sort: sort * 10 })),
  )
  await sql`
    INSERT INTO item_category (name, parent_id, sort)
    SELECT value ->> 'name', parent.id, (value ->> 'sort')::int
    FROM ${given(below)} JOIN item_category parent ON parent.name = value ->> 'parent' ORDER BY place
  `.execute(db)
}
