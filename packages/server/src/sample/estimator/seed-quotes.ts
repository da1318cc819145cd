import { sampleAccounts } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { wholeQuote } from './quote-parts.ts'
import { sampleQuotes } from './quotes.ts'

/** Gives the sample company its quotes of two years, in one statement for each table. */
export async function seedQuotes(db: Transaction): Promise<void> {
  const owner = sampleAccounts.find(({ role }) => role === 'staff')?.email ?? ''
  const quotes = sampleQuotes.map((quote, place) => ({
    ...quote,
    ...wholeQuote(quote, place),
    id: crypto.randomUUID(),
  }))
  await seedProjects(db, quotes, owner)
  const ofAll = <Part extends object>(parts: (quote: (typeof quotes)[number]) => readonly Part[]) =>
    quotes.flatMap((quote) => parts(quote).map((part) => ({ ...part, projectId: quote.id })))
  await seedLines(db, given(ofAll(({ items }) => items)))
  await seedExtras(db, given(ofAll(({ extras }) => extras)))
  await seedSteps(db, given(ofAll(({ deliveries }) => deliveries)), given(ofAll(({ commissioning }) => commissioning)))
  await sql`
    INSERT INTO project_role (project_id, user_id, type_id)
    SELECT project.id, project.owner_id, type.id FROM project JOIN project_role_type type ON type.code = 'SALES'
  `.execute(db)
}

/** Numbers count up in each year; the counters go on from there. */
async function seedProjects(db: Transaction, quotes: readonly object[], owner: string): Promise<void> {
  await sql`
    INSERT INTO project (id, number, title, status, customer_id, location_id, contact_id, owner_id, currency, valid_until, win_probability,
      discount_kind, discount_value, target_margin, tax_category, tax_percent, rounds_to_cash, payment_terms, milestones,
      subtotal, discount, net, tax, total, cost, margin, line_count, created_at, created_by, updated_at, updated_by)
    SELECT (value ->> 'id')::uuid,
      format('Q-%s-%s', year, lpad((row_number() OVER (PARTITION BY year ORDER BY place))::text, 5, '0')),
      value ->> 'title', value ->> 'status', customer.id,
      (SELECT id FROM location WHERE customer_id = customer.id AND is_primary), 
      (SELECT id FROM contact WHERE customer_id = customer.id AND is_primary), owner.id, value ->> 'currency',
      current_date + (value ->> 'validFor')::int,
      CASE value ->> 'status' WHEN 'won' THEN 100 WHEN 'lost' THEN 0 WHEN 'expired' THEN 0 WHEN 'sent' THEN 65 WHEN 'approved' THEN 60
        WHEN 'review' THEN 50 ELSE 40 END,
      value ->> 'discountKind', (value ->> 'discountValue')::numeric, 28, value ->> 'taxCategory', (value ->> 'taxPercent')::numeric,
      (value ->> 'roundsToCash')::boolean, '30 days net', value -> 'milestones', (value #>> '{sums,subtotal}')::numeric,
      (value #>> '{sums,discount}')::numeric, (value #>> '{sums,net}')::numeric, (value #>> '{sums,tax}')::numeric,
      (value #>> '{sums,total}')::numeric, (value #>> '{sums,cost}')::numeric, (value #>> '{sums,marginPercent}')::numeric,
      jsonb_array_length(value -> 'items'), begun, owner.id, begun, owner.id
    FROM ${given(quotes)} JOIN customer ON customer.code = value ->> 'customer' JOIN user_account owner ON owner.email = ${owner},
      LATERAL (SELECT now() - make_interval(days => (value ->> 'daysAgo')::int) AS begun) b,
      LATERAL (SELECT extract(year FROM begun AT TIME ZONE 'UTC')::int AS year) y
    ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO project_counter (year, last)
    SELECT split_part(number, '-', 2)::int, max(split_part(number, '-', 3)::int) FROM project GROUP BY 1
    ON CONFLICT (year) DO UPDATE SET last = greatest(project_counter.last, excluded.last)
  `.execute(db)
}

async function seedLines(db: Transaction, lines: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO project_item (id, project_id, section, master_id, library_machine_id, description, unit, quantity, unit_price, unit_cost,
      discount_percent, alternative_to_id, lead_days, configuration, sort)
    SELECT (value ->> 'id')::uuid, (value ->> 'projectId')::uuid, value ->> 'section', item.id, machine.id, value ->> 'description',
      value ->> 'unit', (value ->> 'quantity')::numeric, (value ->> 'unitPrice')::numeric, (value ->> 'unitCost')::numeric,
      (value ->> 'discountPercent')::numeric, (value ->> 'alternativeToId')::uuid, (value ->> 'leadDays')::int, '[]',
      (value ->> 'sort')::int
    FROM ${lines} LEFT JOIN item_master item ON item.code = value ->> 'master'
      LEFT JOIN library_machine machine ON machine.model = value ->> 'model'
    ORDER BY place
  `.execute(db)
}

async function seedExtras(db: Transaction, extras: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO project_optional_extra (id, project_id, master_id, description, unit, quantity, unit_price, unit_cost, discount_percent,
      selected, recommended, customer_selectable, sort)
    SELECT (value ->> 'id')::uuid, (value ->> 'projectId')::uuid, item.id, value ->> 'description', value ->> 'unit',
      (value ->> 'quantity')::numeric, (value ->> 'unitPrice')::numeric, (value ->> 'unitCost')::numeric,
      (value ->> 'discountPercent')::numeric, (value ->> 'selected')::boolean, (value ->> 'recommended')::boolean, true,
      (value ->> 'sort')::int
    FROM ${extras} JOIN item_master item ON item.code = value ->> 'master' ORDER BY place
  `.execute(db)
}

async function seedSteps(db: Transaction, deliveries: RawBuilder<unknown>, steps: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO project_delivery (id, project_id, incoterm, named_place, packages, weight_kg, price, cost, sort)
    SELECT (value ->> 'id')::uuid, (value ->> 'projectId')::uuid, value ->> 'incoterm', value ->> 'namedPlace', (value ->> 'packages')::int,
      (value ->> 'weightKg')::float8, (value ->> 'price')::numeric, (value ->> 'cost')::numeric, (value ->> 'sort')::int
    FROM ${deliveries} ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO project_commissioning (id, project_id, kind, description, days, engineers, day_rate, day_cost, travel, accommodation,
      acceptance_criteria, sort)
    SELECT (value ->> 'id')::uuid, (value ->> 'projectId')::uuid, value ->> 'kind', value ->> 'description', (value ->> 'days')::numeric,
      (value ->> 'engineers')::int, (value ->> 'dayRate')::numeric, (value ->> 'dayCost')::numeric, (value ->> 'travel')::numeric,
      (value ->> 'accommodation')::numeric, value ->> 'acceptanceCriteria', (value ->> 'sort')::int
    FROM ${steps} ORDER BY place
  `.execute(db)
}
