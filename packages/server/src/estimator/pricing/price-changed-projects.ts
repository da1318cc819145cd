import { type PricedCurrency, priceTotals, type projects, type Row, toPriceInput } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/**
 * Prices every project that the transaction has changed, by the function that the page uses too, and stores the sums for lists. Triggers note which. The
 * version of a row stays as it is: nobody has changed anything by this.
 */
export async function priceChangedProjects(db: Transaction): Promise<void> {
  for (const project of await takeChanged(db)) await store(db, project)
}

type Terms = Pick<
  Row<typeof projects>,
  'discountKind' | 'discountValue' | 'taxCategory' | 'taxPercent' | 'roundsToCash'
>

/** What the sums of a project depend on, costs included: worked with and never answered. What does not count is left out. */
interface ChangedProject extends Terms, PricedCurrency {
  id: string
  lineCount: number
  /** Rows with a line for each, their values between blanks and `-` where there is none: a tenth of what thousands of rows take. */
  items: string
  extras: string
  deliveries: string
  commissioning: string
}

async function takeChanged(db: Transaction): Promise<ChangedProject[]> {
  // The setting is read when the first row is fetched, and emptied by what is selected.
  const { rows } = await sql<ChangedProject>`
    SELECT project.id, discount_kind AS "discountKind", trim_scale(discount_value)::text AS "discountValue", tax_category AS "taxCategory",
      trim_scale(tax_percent)::text AS "taxPercent", rounds_to_cash AS "roundsToCash", coalesce(minor_units, 2) AS "minorUnits",
      nullif(rounding, 0)::text AS "cashStep", set_config('packhouse.changed_projects', '', true),
      (SELECT count(*)::int FROM project_item WHERE project_id = project.id) AS "lineCount",
      ${rowsOf('project_item', SOLD, sql`alternative_to_id IS NULL`)} AS items,
      ${rowsOf('project_optional_extra', SOLD, sql`selected`)} AS extras,
      ${rowsOf('project_delivery', ['price', 'cost'])} AS deliveries,
      ${rowsOf('project_commissioning', ['days', 'engineers', 'day_rate', 'day_cost', 'travel', 'accommodation'])} AS commissioning
    FROM unnest(string_to_array(nullif(current_setting('packhouse.changed_projects', true), ''), ',')::uuid[]) changed
      JOIN project ON project.id = changed LEFT JOIN currency ON currency.code = project.currency
    ORDER BY project.id
  `.execute(db)
  return rows
}

const SOLD = ['quantity', 'unit_price', 'unit_cost', 'discount_percent']

/** No sum depends on the order of the rows. */
function rowsOf(table: string, columns: readonly string[], condition = sql`true`): RawBuilder<string> {
  const values = columns.map((column) => sql`coalesce(trim_scale(${sql.ref(column)}::numeric)::text, '-')`)
  return sql`(SELECT coalesce(string_agg(${sql.join(values, sql` || ' ' || `)}, chr(10)), '') FROM ${sql.table(table)}
    WHERE project_id = project.id AND ${condition})`
}

/** What is known of a currency; two decimals where nothing is. */
export async function readCurrency(db: Transaction, code: string): Promise<PricedCurrency> {
  const { rows } = await sql<PricedCurrency>`
    SELECT minor_units AS "minorUnits", nullif(rounding, 0)::text AS "cashStep" FROM currency WHERE code = ${code}
  `.execute(db)
  return rows[0] ?? { minorUnits: 2, cashStep: null }
}

function totalsOf(changed: ChangedProject) {
  const sold = (row: readonly string[], id: number) => {
    const [quantity = '0', unitPrice = '0', unitCost = '-', discountPercent = '0'] = row
    return { id: String(id), quantity, unitPrice, unitCost: known(unitCost), discountPercent }
  }
  const items = split(changed.items).map((row, id) => ({ ...sold(row, id), section: '', alternativeToId: null }))
  const extras = split(changed.extras).map((row, id) => ({ ...sold(row, id), selected: true }))
  const deliveries = split(changed.deliveries).map(([price = '0', cost = '-'], id) => {
    return { id: String(id), price, cost: known(cost) }
  })
  const commissioning = split(changed.commissioning).map((row, id) => {
    const [days = '0', engineers = '0', dayRate = '0', dayCost = '-', travel = '0', accommodation = '0'] = row
    return {
      id: String(id),
      days,
      engineers: Number(engineers),
      dayRate,
      dayCost: known(dayCost),
      travel,
      accommodation,
    }
  })
  return priceTotals(toPriceInput({ ...changed, milestones: [], items, extras, deliveries, commissioning }, changed))
}

function split(rows: string): string[][] {
  return rows === '' ? [] : rows.split('\n').map((row) => row.split(' '))
}

function known(cost: string): string | null {
  return cost === '-' ? null : cost
}

async function store(db: Transaction, project: ChangedProject): Promise<void> {
  const { subtotal, discount, net, tax, total, cost, marginPercent } = totalsOf(project)
  const sums = sql`ROW (${subtotal}::numeric, ${discount}::numeric, ${net}::numeric, ${tax}::numeric, ${total}::numeric, ${cost}::numeric,
    ${marginPercent}::numeric, ${project.lineCount}::int)`
  // Sums that stay are not written: that would note the project as changed again.
  await sql`
    UPDATE project SET (subtotal, discount, net, tax, total, cost, margin, line_count) = ${sums}
    WHERE id = ${project.id} AND (subtotal, discount, net, tax, total, cost, margin, line_count) IS DISTINCT FROM ${sums}
  `.execute(db)
}
