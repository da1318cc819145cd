import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sentence } from '../platform/sentence.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { serviceHandlers } from './service.actions.ts'
import { serviceComputedFields } from './service.policy.ts'
import { workOutServicePlans } from './service-rounds.ts'

/** Service plans and records, stops and OEE. */
export const service = defineArea({
  name: 'service',
  computed: serviceComputedFields,
  create: ({ database }, use) => ({
    provides: undefined,
    handlers: serviceHandlers({ database, telemetry: use(monitoring).telemetry }),
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
