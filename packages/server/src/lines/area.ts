import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { lineHandlers } from './lines.actions.ts'

/** Production lines: machines in their order, and which of them the others wait for. */
export const lines = defineArea({
  name: 'lines',
  create: ({ database }, use) => ({
    provides: undefined,
    handlers: lineHandlers(database, use(monitoring).telemetry),
  }),
})
