import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { DatabaseProbe } from '../platform/database-probe.ts'
import { insightHandlers } from './health.ts'

/** Whether the product works, and what its limits have refused. */
export const insight = defineArea({
  name: 'insight',
  create({ databaseUrl, faults, refusals }, use) {
    const probe = new DatabaseProbe(databaseUrl)
    return {
      provides: undefined,
      handlers: insightHandlers({ database: probe, faults, refusals, telemetry: use(monitoring).telemetry }),
      services: [probe],
    }
  },
})
