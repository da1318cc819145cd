import { compareDecimals, type PricedCurrency, priceOfSum, type projects, type Row } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'

/** Sums are below this. */
const SUMS_END = '100000000000000'

/**
 * Prices every project that the transaction has changed, by the function that the page uses too, and stores the sums for lists. Triggers note which. The
 * version of a row stays as it is: nobody has changed anything by this.
 * @param fields of the request that sums are made of
 * @throws ProblemError `invalid_request` at these fields where a sum is more than can be stored
 */
export async function priceChangedProjects(
  db: Transaction,
  fields: readonly string[] = ['quantity', 'unitPrice', 'price', 'days', 'dayRate', 'travel', 'accommodation'],
): Promise<void> {
  for (const project of await takeChanged(db)) await store(db, project, fields)
}

type Terms = Pick<
  Row<typeof projects>,
  'discountKind' | 'discountValue' | 'taxCategory' | 'taxPercent' | 'roundsToCash'
>

/** What the sums of a project depend on, costs included: worked with and never answered. */
interface ChangedProject extends Terms, PricedCurrency {
  id: string
  /** Of the lines that count, each rounded; triggers keep it. */
  lineNet: string
  lineCost: string
  hasMissingCost: boolean
  lineCount: number
}

async function takeChanged(db: Transaction): Promise<ChangedProject[]> {
  // The setting is read whole before the first row is selected, which empties it.
  const { rows } = await sql<ChangedProject>`
    SELECT project.id, discount_kind AS "discountKind", trim_scale(discount_value)::text AS "discountValue", tax_category AS "taxCategory",
      trim_scale(tax_percent)::text AS "taxPercent", rounds_to_cash AS "roundsToCash", coalesce(minor_units, 2) AS "minorUnits",
      nullif(rounding, 0)::text AS "cashStep", kept.net::text AS "lineNet", kept.cost::text AS "lineCost", kept.missing_costs > 0 AS "hasMissingCost",
      kept.lines AS "lineCount", set_config('packhouse.changed_projects', '', true)
    FROM unnest(string_to_array(nullif(current_setting('packhouse.changed_projects', true), ''), ',')::uuid[]) changed
      JOIN project ON project.id = changed JOIN project_sum kept ON kept.project_id = changed
      LEFT JOIN currency ON currency.code = project.currency
    ORDER BY project.id
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

async function store(db: Transaction, project: ChangedProject, fields: readonly string[]): Promise<void> {
  const { lineNet, lineCost, hasMissingCost } = project
  const price = priceOfSum(project, project, lineNet, hasMissingCost ? null : lineCost)
  const { subtotal, discount, net, tax, total } = price
  if ([subtotal, discount, net, tax, total].some(isBeyondSums)) throw sumTooBig(fields)
  // A cost that is beyond is not known, without a word: a refusal would tell it to whoever tries quantities.
  const isCostBeyond = [price.cost, price.marginPercent].some((one) => one !== null && isBeyondSums(one))
  const { cost, marginPercent } = isCostBeyond ? { cost: null, marginPercent: null } : price
  const sums = sql`ROW (${subtotal}::numeric, ${discount}::numeric, ${net}::numeric, ${tax}::numeric, ${total}::numeric, ${cost}::numeric,
    ${marginPercent}::numeric, ${project.lineCount}::int)`
  // Sums that stay are not written: that would note the project as changed again.
  await sql`
    UPDATE project SET (subtotal, discount, net, tax, total, cost, margin, line_count) = ${sums}
    WHERE id = ${project.id} AND (subtotal, discount, net, tax, total, cost, margin, line_count) IS DISTINCT FROM ${sums}
  `.execute(db)
}

function isBeyondSums(amount: string): boolean {
  return compareDecimals(amount.replace('-', ''), SUMS_END) >= 0
}

function sumTooBig(fields: readonly string[]): ProblemError {
  const message = t('estimator.sumTooBig')
  const errors = fields.map((field) => ({ path: `body.${field}`, code: 'too_big', message }))
  return new ProblemError('invalid_request', `${fields.join(', ')}: ${message}`, errors)
}
