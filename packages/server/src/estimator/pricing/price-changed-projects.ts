import {
  type ListedRow,
  type PricedCurrency,
  type PricedProject,
  priceProject,
  projectCommissioning,
  projectDeliveries,
  projectItems,
  projectOptionalExtras,
  projects,
  type Resource,
  toPriceInput,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { readable, toColumn } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'

/** A project with what its price depends on, costs included. */
interface WholeProject extends PricedProject {
  id: string
  currency: string
}

/**
 * Prices every project that the transaction has changed, by the function that the page uses too, and stores the sums for lists. Triggers note which. The
 * version of a row stays as it is: nobody has changed anything by this.
 */
export async function priceChangedProjects(db: Transaction): Promise<void> {
  for (const id of await takeChanged(db)) {
    const project = await readPriced(db, id)
    if (project !== undefined) await store(db, project, await readCurrency(db, project.currency))
  }
}

async function takeChanged(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(string_to_array(nullif(current_setting('packhouse.changed_projects', true), ''), ',')) id ORDER BY id
  `.execute(db)
  if (rows.length > 0) await sql`SELECT set_config('packhouse.changed_projects', '', true)`.execute(db)
  return rows.map(({ id }) => id)
}

async function readPriced(db: Transaction, id: string): Promise<WholeProject | undefined> {
  const [project] = await readFields(db, projects, 'id', id, PRICED.project)
  if (project === undefined) return undefined
  return {
    ...project,
    items: await readFields(db, projectItems, 'projectId', id, PRICED.items),
    extras: await readFields(db, projectOptionalExtras, 'projectId', id, PRICED.extras),
    deliveries: await readFields(db, projectDeliveries, 'projectId', id, PRICED.deliveries),
    commissioning: await readFields(db, projectCommissioning, 'projectId', id, PRICED.commissioning),
  }
}

/** What a price depends on: whole rows of thousands of lines take several times as long to read. */
const PRICED = {
  project: ['currency', 'discountKind', 'discountValue', 'taxCategory', 'taxPercent', 'roundsToCash', 'milestones'],
  items: ['section', 'quantity', 'unitPrice', 'unitCost', 'discountPercent', 'alternativeToId'],
  extras: ['quantity', 'unitPrice', 'unitCost', 'discountPercent', 'selected'],
  deliveries: ['price', 'cost'],
  commissioning: ['days', 'engineers', 'dayRate', 'dayCost', 'travel', 'accommodation'],
} as const

/** Fields of rows in their order, costs included: they are worked with and never answered. */
async function readFields<R extends Resource, K extends keyof ListedRow<R> & string>(
  db: Transaction,
  resource: R,
  field: string,
  id: string,
  names: readonly K[],
): Promise<Pick<ListedRow<R>, K | 'id'>[]> {
  const order = resource.fields.sort === undefined ? sql`id` : sql`sort, id`
  const columns = names.map((name) => {
    const entry = resource.fields[name]
    const column = sql.ref(toColumn(name))
    return sql`${entry === undefined ? column : readable(column, entry)} AS ${sql.ref(name)}`
  })
  const { rows } = await sql<Pick<ListedRow<R>, K | 'id'>>`
    SELECT ${sql.join([sql`id`, ...columns])} FROM ${sql.table(resource.table)}
    WHERE ${sql.ref(toColumn(field))} = ${id} ORDER BY ${order}
  `.execute(db)
  return rows
}

/** What is known of a currency; two decimals where nothing is. */
export async function readCurrency(db: Transaction, code: string): Promise<PricedCurrency> {
  const { rows } = await sql<PricedCurrency>`
    SELECT minor_units AS "minorUnits", nullif(rounding, 0)::text AS "cashStep" FROM currency WHERE code = ${code}
  `.execute(db)
  return rows[0] ?? { minorUnits: 2, cashStep: null }
}

async function store(db: Transaction, project: WholeProject, currency: PricedCurrency): Promise<void> {
  const price = priceProject(toPriceInput(project, currency))
  const { subtotal, discount, net, tax, total, cost, marginPercent } = price
  const sums = sql`ROW (${subtotal}::numeric, ${discount}::numeric, ${net}::numeric, ${tax}::numeric, ${total}::numeric, ${cost}::numeric,
    ${marginPercent}::numeric, ${project.items.length}::int)`
  // Sums that stay are not written: that would note the project as changed again.
  await sql`
    UPDATE project SET (subtotal, discount, net, tax, total, cost, margin, line_count) = ${sums}
    WHERE id = ${project.id} AND (subtotal, discount, net, tax, total, cost, margin, line_count) IS DISTINCT FROM ${sums}
  `.execute(db)
}
