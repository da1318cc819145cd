import { orderStepNames } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'

/** The plan of the one ordered machine of a statement. It is here and not with the orders, which use the service: reminders read it too. */
export const planDays: RawBuilder<unknown> = sql`ARRAY[factory_test_planned, delivery_planned, installation_planned, site_test_planned, training_planned]`

/**
 * The present day at the site of an ordered machine: a step is late from the day after its own by this clock, in lists and in reminders alike.
 * @param order the alias of its table. @param at a `timestamptz`
 */
export function siteDay(order: string, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const [customer, location] = ['customer_id', 'location_id'].map((column) => sql.ref(`${order}.${column}`))
  return sql`(SELECT (${at} AT TIME ZONE coalesce(l.timezone, c.timezone, 'UTC'))::date
    FROM customer c LEFT JOIN location l ON l.id = ${location} WHERE c.id = ${customer})`
}

/** The last step that is done, from 1 on; 0 before the first. Steps before it that were not done were left out. */
export const planDone: RawBuilder<unknown> = sql`(CASE WHEN training_done IS NOT NULL THEN 5 WHEN site_test_done IS NOT NULL THEN 4 WHEN installation_done IS NOT NULL THEN 3
  WHEN delivery_done IS NOT NULL THEN 2 WHEN factory_test_done IS NOT NULL THEN 1 ELSE 0 END)`

export const planNames: RawBuilder<unknown> = sql`ARRAY[${sql.join(orderStepNames.map((name) => sql.lit(name)))}]::text[]`

/** The steps with a day that are still to be done, `step` and `planned_on`. */
export const openSteps: RawBuilder<unknown> = sql`(SELECT step, planned_on
  FROM unnest(${planNames}, ${planDays}) WITH ORDINALITY plan (step, planned_on, place) WHERE place > ${planDone} AND planned_on IS NOT NULL)`
