import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { DatabaseProbe } from '../platform/database-probe.ts'
import { insightHandlers } from './health.ts'
import { jobHandlers } from './jobs.actions.ts'
import { createServerLog } from './server-log/server-log.ts'

/** Whether the product works, what its limits have refused, and what it has to do. */
export const insight = defineArea({
  name: 'insight',
  create(platform, use) {
    const { database, databaseUrl, faults, jobs, refusals } = platform
    const probe = new DatabaseProbe(databaseUrl)
    const serverLog = createServerLog(platform, use(access).authenticator.authenticate)
    return {
      provides: undefined,
      handlers: {
        ...insightHandlers({ database: probe, faults, refusals, telemetry: use(monitoring).telemetry }),
        ...jobHandlers(database, jobs),
        ...serverLog.handlers,
      },
      services: [probe, ...serverLog.services],
      jobs: serverLog.jobs,
    }
  },
})
