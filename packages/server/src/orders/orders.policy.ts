import { orderStepNames } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

const planned = sql`ARRAY[factory_test_planned, delivery_planned, installation_planned, site_test_planned, training_planned]`
/** The last step that is done, from 1 on; 0 before the first. Steps before it that were not done were left out. */
const done = sql`(CASE WHEN training_done IS NOT NULL THEN 5 WHEN site_test_done IS NOT NULL THEN 4 WHEN installation_done IS NOT NULL THEN 3
  WHEN delivery_done IS NOT NULL THEN 2 WHEN factory_test_done IS NOT NULL THEN 1 ELSE 0 END)`

/** Fields that are computed when a row is read, by the resource name. A day is over with that day in UTC. */
export const orderComputedFields: Record<string, Computed> = {
  orderedMachine: {
    nextStep: sql`(ARRAY[${sql.join(orderStepNames.map((name) => sql.lit(name)))}]::text[])[${done} + 1]`,
    nextOn: sql`((${planned})[${done} + 1])::text`,
    isLate: sql`(current_date > ANY ((${planned})[${done} + 1:]) IS TRUE)`,
  },
}
