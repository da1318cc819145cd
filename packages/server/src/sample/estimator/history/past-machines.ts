import { quoteContentSchema, takenOf } from '@packhouse/contract'
import { sql } from 'kysely'
import { optionsOf, planOf } from '../../../estimator/area.ts'
import { clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { given } from '../../given.ts'
import type { PastOrder } from './past-orders.ts'

const DAY_MS = 86_400_000
/** What was planned for so long ago is done; what is planned for a later day may be late. */
const DONE_AFTER_DAYS = 14

/**
 * Enters the machines that were ordered with these quotes, as accepting them does; those that run already were claimed on the day on which their
 * installation began.
 */
export async function enterOrderedMachines(db: Transaction, orders: readonly PastOrder[]): Promise<void> {
  const rows = orders.flatMap(({ link: { quote, content: text, version }, choices, at }) => {
    const content = quoteContentSchema.parse(JSON.parse(text))
    const taken = takenOf(content, choices)
    const plan = planOf(content)
    const lines = quote.items.filter(({ id, model }) => model !== null && taken.has(id))
    return lines.map(({ id }) => ({
      ...{ line: id, at, number: content.number, version: version.number, options: optionsOf(content, id, taken) },
      ...plan,
      ...doneOf(plan),
    }))
  })
  await sql`
    INSERT INTO ordered_machine (number, description, customer_id, location_id, model, options, planned_machine_id, project_id, project_item_id,
      version, place, machine_id, claimed_at, factory_test_planned, factory_test_done, delivery_planned, delivery_done, installation_planned,
      installation_done, site_test_planned, site_test_done, training_planned, training_done, created_at)
    SELECT value ->> 'number' || '/' || row_number() OVER (PARTITION BY line.project_id ORDER BY given.place, n.place),
      left(split_part(line.description, E'\n', 1), 200), p.customer_id, p.location_id, left(library.model, 50), ARRAY(SELECT jsonb_array_elements_text(value -> 'options')), machine.machine_id,
      p.id, line.id, (value ->> 'version')::int, n.place, machine.id,
      CASE WHEN machine.id IS NOT NULL THEN (value ->> 'installationPlanned')::date + time '09:00' END,
      (value ->> 'factoryTestPlanned')::date, (value ->> 'factoryTestDone')::date,
      (value ->> 'deliveryPlanned')::date, (value ->> 'deliveryDone')::date,
      (value ->> 'installationPlanned')::date, (value ->> 'installationDone')::date,
      (value ->> 'siteTestPlanned')::date, coalesce(machine.commissioned_at, (value ->> 'siteTestDone')::date), (value ->> 'trainingPlanned')::date,
      (value ->> 'trainingDone')::date, (value ->> 'at')::timestamptz + interval '1 second'
    FROM ${given(rows)} JOIN project_item line ON line.id = (value ->> 'line')::uuid JOIN project p ON p.id = line.project_id
      JOIN library_machine library ON library.id = line.library_machine_id
      CROSS JOIN LATERAL generate_series(1, floor(line.quantity)::int) n(place)
      LEFT JOIN machine ON machine.project_item_id = line.id AND n.place = 1
    ORDER BY given.place, n.place
  `.execute(db)
}

function doneOf(plan: Readonly<Record<string, string | null>>): Record<string, string> {
  const until = new Date(clock.now() - DONE_AFTER_DAYS * DAY_MS).toISOString().slice(0, 10)
  const past = Object.entries(plan).flatMap(([name, day]) =>
    day !== null && day < until ? [[name, day] as const] : [],
  )
  return Object.fromEntries(past.map(([name, day]) => [name.replace('Planned', 'Done'), day]))
}
