import { orderStepNames } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

const planned = sql`ARRAY[factory_test_planned, delivery_planned, installation_planned, site_test_planned, training_planned]`
/** The last step that is done, from 1 on; 0 before the first. Steps before it that were not done were left out. */
const done = sql`(CASE WHEN training_done IS NOT NULL THEN 5 WHEN site_test_done IS NOT NULL THEN 4 WHEN installation_done IS NOT NULL THEN 3
  WHEN delivery_done IS NOT NULL THEN 2 WHEN factory_test_done IS NOT NULL THEN 1 ELSE 0 END)`

const names = sql`ARRAY[${sql.join(orderStepNames.map((name) => sql.lit(name)))}]::text[]`

/** The steps with a day that are still to be done, `step` and `planned_on`: a table of the one ordered machine of a statement. */
export const openSteps: RawBuilder<unknown> = sql`(SELECT step, planned_on
  FROM unnest(${names}, ${planned}) WITH ORDINALITY plan (step, planned_on, place) WHERE place > ${done} AND planned_on IS NOT NULL)`

/** Fields that are computed when a row is read, by the resource name. A day is over with that day in UTC. */
export const orderComputedFields: Record<string, Computed> = {
  orderedMachine: {
    nextStep: sql`(${names})[${done} + 1]`,
    nextOn: sql`((${planned})[${done} + 1])::text`,
    isLate: sql`(current_date > ANY ((${planned})[${done} + 1:]) IS TRUE)`,
  },
}
