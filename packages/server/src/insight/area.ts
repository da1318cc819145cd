import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { DatabaseProbe } from '../platform/database-probe.ts'
import { insightHandlers } from './health.ts'
import { jobHandlers } from './jobs.actions.ts'

/** Whether the product works, what its limits have refused, and what it has to do. */
export const insight = defineArea({
  name: 'insight',
  create({ database, databaseUrl, faults, jobs, refusals }, use) {
    const probe = new DatabaseProbe(databaseUrl)
    return {
      provides: undefined,
      handlers: {
        ...insightHandlers({ database: probe, faults, refusals, telemetry: use(monitoring).telemetry }),
        ...jobHandlers(database, jobs),
      },
      services: [probe],
    }
  },
})
