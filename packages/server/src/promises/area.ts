import { acceptanceTests } from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sentence } from '../platform/sentence.ts'
import { acceptanceHandlers } from './acceptance.actions.ts'
import { PromiseOutcomes } from './outcomes.ts'
import { promiseHandlers } from './promises.actions.ts'
import { acceptanceTestFields } from './test-people.ts'

export { readOrderTests, readTest } from './acceptance.queries.ts'
export { weeksUntil } from './actual.ts'
export { readActual } from './machine-actual.queries.ts'
export { joinOrderTests, leaveOrderTests } from './order-tests.ts'
export { figuresOf, type Promised, promisedColumns, promisedSpeedOf, promisedTables } from './promised-by-quote.ts'
export { signedText } from './signed-test.ts'
export { readTestPhotos, type TestPhoto } from './test-photos.queries.ts'

const JUDGE_EVERY_MS = 5 * 60_000

/** What the maker promised of machines, what acceptance tests showed, and what the machines do. */
export const promises = defineArea({
  name: 'promises',
  computed: { acceptanceTest: acceptanceTestFields },
  create({ database, storeOf }, use) {
    const { telemetry } = use(monitoring)
    const outcomes = new PromiseOutcomes(database, telemetry)
    return {
      provides: undefined,
      handlers: {
        ...promiseHandlers(database, telemetry, outcomes),
        ...acceptanceHandlers({ database, telemetry, tests: storeOf(acceptanceTests) }),
      },
      jobs: [
        {
          name: sentence`Judge promises of the fleet`,
          everyMs: JUDGE_EVERY_MS,
          run: (signal: AbortSignal) => outcomes.run(signal),
        },
      ],
    }
  },
})
