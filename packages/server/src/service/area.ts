import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sentence } from '../platform/sentence.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { serviceHandlers } from './service.actions.ts'
import { serviceComputedFields } from './service.policy.ts'
import { workOutServicePlans } from './service-rounds.ts'
import { signatureHandlers } from './signatures/signature.actions.ts'

export { readOee, readStops } from './read-stops.ts'
export { readService } from './service.queries.ts'
export { readServiceReport, type ServiceReportFacts } from './service-report.queries.ts'
export { findSignatures } from './signatures/signature.actions.ts'

/** Service plans and records, stops and OEE. */
export const service = defineArea({
  name: 'service',
  computed: serviceComputedFields,
  create: ({ database }, use) => ({
    provides: undefined,
    handlers: {
      ...serviceHandlers({ database, telemetry: use(monitoring).telemetry }),
      ...signatureHandlers(database),
    },
    jobs: [
      {
        name: sentence`Work out what is left of service plans`,
        everyMs: HOUR_MS,
        atStart: true,
        run: () => workOutServicePlans(database),
      },
    ],
  }),
})
