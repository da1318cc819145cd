import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'
import { planDays, planDone, planNames, siteDay } from '../service/area.ts'

/** Fields that are computed when a row is read, by the resource name. A day is over by the clock of the site. */
export const orderComputedFields: Record<string, Computed> = {
  orderedMachine: {
    nextStep: sql`(${planNames})[${planDone} + 1]`,
    nextOn: sql`((${planDays})[${planDone} + 1])::text`,
    isLate: sql`(${siteDay('ordered_machine', sql`now()`)} > ANY ((${planDays})[${planDone} + 1:]) IS TRUE)`,
    labelMadeAt: sql`(SELECT made_at FROM ordered_machine_label l WHERE l.ordered_machine_id = ordered_machine.id)`,
  },
}
