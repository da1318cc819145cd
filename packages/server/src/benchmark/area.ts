import { defineArea } from '../engine/area.ts'
import { clock } from '../platform/clock.ts'
import { sentence } from '../platform/sentence.ts'
import { benchmarkHandlers } from './benchmark.actions.ts'
import { takeSnapshot } from './snapshot.ts'

const LOOK_EVERY_MS = 10 * 60_000
/** After the first count of the fleet, which it is worked out from. */
const AFTER_START_MS = 90_000

/** Machines of a model beside each other, and beside the median of those that other customers share. */
export const benchmark = defineArea({
  name: 'benchmark',
  create: ({ database }) => ({
    provides: undefined,
    handlers: benchmarkHandlers(database),
    jobs: [
      {
        name: sentence`Work out the benchmark of machines`,
        everyMs: LOOK_EVERY_MS,
        afterStartMs: AFTER_START_MS,
        run: (signal: AbortSignal) => takeSnapshot(database, clock.now(), signal),
      },
    ],
  }),
})
