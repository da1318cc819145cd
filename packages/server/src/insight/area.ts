import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { insightHandlers } from './health.ts'

/** Whether the product works, and what its limits have refused. */
export const insight = defineArea({
  name: 'insight',
  create: ({ database, faults, refusals }, use) => ({
    provides: undefined,
    handlers: insightHandlers({ database, faults, refusals, telemetry: use(monitoring).telemetry }),
  }),
})
