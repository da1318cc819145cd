import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { DatabaseProbe } from '../platform/database-probe.ts'
import { analyticsParts } from './analytics/analytics.ts'
import { insightHandlers } from './health.ts'
import { jobHandlers } from './jobs.actions.ts'

/** Whether the product works, what its limits have refused, and what it has to do. */
export const insight = defineArea({
  name: 'insight',
  create(platform, use) {
    const { database, databaseUrl, faults, jobs, refusals } = platform
    const analytics = analyticsParts(platform)
    const probe = new DatabaseProbe(databaseUrl)
    return {
      provides: undefined,
      handlers: {
        ...insightHandlers({ database: probe, faults, refusals, telemetry: use(monitoring).telemetry }),
        ...jobHandlers(database, jobs),
        ...analytics.handlers,
      },
      services: [probe, ...analytics.services],
      jobs: analytics.jobs,
      onCall: analytics.onCall,
    }
  },
})
