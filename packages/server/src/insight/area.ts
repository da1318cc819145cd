import { access } from '../access/area.ts'
import { alarms } from '../alarms/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { DatabaseProbe } from '../platform/database-probe.ts'
import { analyticsParts } from './analytics/analytics.ts'
import { authLogParts } from './auth-log/parts.ts'
import { backupParts } from './backups/backups.ts'
import { healthParts } from './dashboard/health-parts.ts'
import { insightHandlers } from './health.ts'
import { jobHandlers } from './jobs.actions.ts'
import { registerDatabaseMetrics } from './metrics/database-metrics.ts'
import { metricsHandlers } from './metrics/metrics.actions.ts'
import { registerProbes } from './probe-routes.ts'
import { createServerLog } from './server-log/server-log.ts'
import { webhookFields } from './webhooks/webhook.policy.ts'
import { webhookParts } from './webhooks/webhooks.ts'

export { LogReading } from './server-log/log-reading.ts'
export { searchFiles } from './server-log/log-search.ts'

/** Whether the product works, what its limits have refused, and what it has to do. */
export const insight = defineArea({
  name: 'insight',
  computed: { webhook: webhookFields },
  create(platform, use) {
    const { database, faults, fileCheck, files, jobs, metrics, readiness, refusals } = platform
    const authLog = authLogParts(platform, use(access))
    const analytics = analyticsParts(platform)
    const { mail } = use(access)
    const changeHooks = webhookParts(platform, mail)
    const probe = new DatabaseProbe(database.url)
    registerDatabaseMetrics(metrics, database)
    metrics.counterBy('packhouse_refused_total', 'What limits have refused', 'limit', () => refusals.snapshot())
    const { telemetry } = use(monitoring)
    const { webhooks, writer } = use(alarms)
    const health = healthParts(platform, { telemetry, probe, mail, webhooks })
    const backups = backupParts(platform)
    const serverLog = createServerLog(platform, use(access).authenticator.authenticate)
    const writers = [...authLog.writers, ...analytics.writers, writer]
    return {
      provides: undefined,
      handlers: {
        ...insightHandlers({ database: probe, faults, fileCheck, files, refusals, telemetry, writers }),
        ...health.handlers,
        ...backups.handlers,
        ...jobHandlers(database, jobs),
        ...analytics.handlers,
        ...authLog.handlers,
        ...metricsHandlers(metrics),
        ...serverLog.handlers,
        ...changeHooks.handlers,
      },
      services: [probe, ...health.services, ...analytics.services, ...authLog.services, ...serverLog.services],
      jobs: [
        ...health.jobs,
        ...backups.jobs,
        ...analytics.jobs,
        ...authLog.jobs,
        ...serverLog.jobs,
        ...changeHooks.jobs,
      ],
      hindrances: async () => ({ database: await probe.findFault(), schema: await probe.findSchemaFault() }),
      routes: async (app) => registerProbes(app, readiness),
      answered(request) {
        authLog.answered(request)
        analytics.answered(request)
      },
    }
  },
})
