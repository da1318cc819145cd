import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { type EnteredQuote, enterable } from './entered-quotes.ts'
import { seedHistory } from './history/seed-history.ts'
import { sampleColleagues } from './people.ts'

/** Gives the sample company its quotes of two years with what became of them, in one statement for each table. */
export async function seedQuotes(db: Transaction, now: Date): Promise<void> {
  const quotes = enterable(now)
  await seedProjects(db, quotes)
  const ofAll = <Part extends object>(parts: (quote: EnteredQuote) => readonly Part[]) =>
    quotes.flatMap((quote) => parts(quote).map((part) => ({ ...part, projectId: quote.id })))
  await seedLines(db, given(ofAll(({ items }) => items)))
  await seedExtras(db, given(ofAll(({ extras }) => extras)))
  await seedSteps(db, given(ofAll(({ deliveries }) => deliveries)), given(ofAll(({ commissioning }) => commissioning)))
  await seedRoles(db)
  await seedHistory(db, quotes)
}

async function seedRoles(db: Transaction): Promise<void> {
  const { calculation, approval, management } = sampleColleagues
  const taking = { CALCULATION: calculation.email, APPROVAL: approval.email, MANAGEMENT: management.email }
  await sql`
    INSERT INTO project_role (project_id, user_id, type_id)
    SELECT project.id, coalesce(person.id, project.owner_id), type.id FROM project
      JOIN project_role_type type ON type.code = 'SALES' OR ${JSON.stringify(taking)}::jsonb ? type.code
      LEFT JOIN user_account person ON person.email = ${JSON.stringify(taking)}::jsonb ->> type.code
  `.execute(db)
}

/** The counters of the numbers go on from those that are given. */
async function seedProjects(db: Transaction, quotes: readonly EnteredQuote[]): Promise<void> {
  await sql`
    INSERT INTO project (id, number, revision, revision_of_id, rates, title, status, customer_id, location_id, contact_id, owner_id, currency, valid_until, win_probability,
      discount_kind, discount_value, target_margin, tax_category, tax_percent, rounds_to_cash, payment_terms, milestones,
      subtotal, discount, net, tax, total, cost, margin, line_count, created_at, created_by, updated_at, updated_by, row_version)
    SELECT (value ->> 'id')::uuid, value ->> 'number', (value ->> 'revision')::int, (value ->> 'revisionOfId')::uuid, value -> 'rates',
      value ->> 'title', value ->> 'storedStatus', customer.id,
      (SELECT id FROM location WHERE customer_id = customer.id AND city = value ->> 'site' LIMIT 1),
      (SELECT id FROM contact WHERE customer_id = customer.id AND is_primary), owner.id, value ->> 'currency',
      current_date + (value ->> 'validFor')::int,
      CASE value ->> 'status' WHEN 'won' THEN 100 WHEN 'lost' THEN 0 WHEN 'expired' THEN 0 WHEN 'sent' THEN 65 WHEN 'approved' THEN 60
        WHEN 'review' THEN 50 ELSE 40 END,
      value ->> 'discountKind', (value ->> 'discountValue')::numeric, 28, value ->> 'taxCategory', (value ->> 'taxPercent')::numeric,
      (value ->> 'roundsToCash')::boolean, '30 days net', value -> 'milestones', (value #>> '{sums,subtotal}')::numeric,
      (value #>> '{sums,discount}')::numeric, (value #>> '{sums,net}')::numeric, (value #>> '{sums,tax}')::numeric,
      (value #>> '{sums,total}')::numeric, (value #>> '{sums,cost}')::numeric, (value #>> '{sums,marginPercent}')::numeric,
      jsonb_array_length(value -> 'items'), (value #>> '{course,begun}')::timestamptz, owner.id, (value ->> 'changedAt')::timestamptz, owner.id,
      (value ->> 'rowVersion')::int
    FROM ${given(quotes)} JOIN customer ON customer.code = value ->> 'customer' JOIN user_account owner ON owner.email = value ->> 'owner'
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
    INSERT INTO project_item (id, line_id, project_id, section, master_id, library_machine_id, description, unit, quantity, unit_price, unit_cost,
      discount_percent, alternative_to_id, lead_days, promised_speed, configuration, sort)
    SELECT (value ->> 'id')::uuid, value ->> 'lineId', (value ->> 'projectId')::uuid, value ->> 'section', item.id, machine.id, value ->> 'description',
      value ->> 'unit', (value ->> 'quantity')::numeric, (value ->> 'unitPrice')::numeric, (value ->> 'unitCost')::numeric,
      (value ->> 'discountPercent')::numeric, (value ->> 'alternativeToId')::uuid, (value ->> 'leadDays')::int,
      (value ->> 'promisedSpeed')::float8,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('optionId', o.id, 'name', o.name, 'price', trim_scale(o.price)::text) ORDER BY o.name)
        FROM machine_option o JOIN option_definition d ON d.id = o.definition_id
        WHERE o.machine_id = machine.id AND o.choice IS NULL AND value -> 'options' ? d.code), '[]'),
      (value ->> 'sort')::int
    FROM ${lines} LEFT JOIN item_master item ON item.code = value ->> 'master'
      LEFT JOIN library_machine machine ON machine.model = value ->> 'model'
    ORDER BY place
  `.execute(db)
}

async function seedExtras(db: Transaction, extras: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO project_optional_extra (id, line_id, project_id, master_id, description, unit, quantity, unit_price, unit_cost, discount_percent,
      selected, recommended, customer_selectable, sort)
    SELECT (value ->> 'id')::uuid, value ->> 'lineId', (value ->> 'projectId')::uuid, item.id, value ->> 'description', value ->> 'unit',
      (value ->> 'quantity')::numeric, (value ->> 'unitPrice')::numeric, (value ->> 'unitCost')::numeric,
      (value ->> 'discountPercent')::numeric, (value ->> 'selected')::boolean, (value ->> 'recommended')::boolean, true,
      (value ->> 'sort')::int
    FROM ${extras} JOIN item_master item ON item.code = value ->> 'master' ORDER BY place
  `.execute(db)
}

async function seedSteps(db: Transaction, deliveries: RawBuilder<unknown>, steps: RawBuilder<unknown>): Promise<void> {
  await sql`
    INSERT INTO project_delivery (id, line_id, project_id, incoterm, named_place, ships_on, arrives_on, packages, weight_kg, price, cost, sort)
    SELECT (value ->> 'id')::uuid, value ->> 'lineId', (value ->> 'projectId')::uuid, value ->> 'incoterm', value ->> 'namedPlace', (value ->> 'shipsOn')::date,
      (value ->> 'arrivesOn')::date, (value ->> 'packages')::int,
      (value ->> 'weightKg')::float8, (value ->> 'price')::numeric, (value ->> 'cost')::numeric, (value ->> 'sort')::int
    FROM ${deliveries} ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO project_commissioning (id, line_id, project_id, kind, description, starts_on, days, engineers, day_rate, day_cost, travel, accommodation,
      acceptance_criteria, criteria, sort)
    SELECT (value ->> 'id')::uuid, value ->> 'lineId', (value ->> 'projectId')::uuid, value ->> 'kind', value ->> 'description', (value ->> 'startsOn')::date, (value ->> 'days')::numeric,
      (value ->> 'engineers')::int, (value ->> 'dayRate')::numeric, (value ->> 'dayCost')::numeric, (value ->> 'travel')::numeric,
      (value ->> 'accommodation')::numeric, value ->> 'acceptanceCriteria', value -> 'criteria', (value ->> 'sort')::int
    FROM ${steps} ORDER BY place
  `.execute(db)
}
