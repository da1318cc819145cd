import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { serviceHandlers } from './service.actions.ts'
import { serviceComputedFields } from './service.policy.ts'
import { ServiceRounds } from './service-rounds.ts'

/** Service plans and records, stops and OEE. */
export const service = defineArea({
  name: 'service',
  computed: serviceComputedFields,
  create: ({ database, log }, use) => ({
    provides: undefined,
    handlers: serviceHandlers({ database, telemetry: use(monitoring).telemetry }),
    services: [new ServiceRounds(database, log)],
  }),
})
