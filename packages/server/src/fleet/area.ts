import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { fleetHandlers } from './fleet.actions.ts'

/** All machines of all customers, for staff: where they are, how they are, and what they did. */
export const fleet = defineArea({
  name: 'fleet',
  create: ({ database }, use) => ({
    provides: undefined,
    handlers: fleetHandlers(database, use(monitoring).telemetry),
  }),
})
