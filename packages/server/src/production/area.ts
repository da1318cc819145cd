import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sentence } from '../platform/sentence.ts'
import { followRecipes } from './orders/follow-recipes.ts'
import { orderHandlers } from './orders/order.actions.ts'
import { shiftHandlers } from './shifts/machine-shifts.actions.ts'

export { figuresOf } from './figures.ts'
export { readTargets } from './shifts/shift-targets.queries.ts'

const FOLLOW_EVERY_MS = 60_000

/** What production was planned at machines, and what became of it: shifts and orders. */
export const production = defineArea({
  name: 'production',
  create({ config, database }, use) {
    const { telemetry } = use(monitoring)
    const parts = { database, telemetry }
    const { recipeReadings } = config.fleet
    return {
      provides: undefined,
      handlers: { ...shiftHandlers(parts), ...orderHandlers(parts) },
      jobs: [
        {
          name: sentence`Start and end production orders by recipe`,
          everyMs: FOLLOW_EVERY_MS,
          run: (signal: AbortSignal) => followRecipes({ database, names: telemetry.names, recipeReadings }, signal),
        },
      ],
    }
  },
})
