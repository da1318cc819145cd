import { runClockFault } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

const RECORDS = 35_480
const FAULTY = 100_000

/**
 * A server clock that is ten minutes behind, and a device that sends garbage; `packages/server/test/crash/clock-fault.long.test.ts`
 * runs the same with fewer messages. Ten rounds send a million faulty ones.
 */
export const clock: FaultPart = {
  name: 'clock',
  about: 'a server clock ten minutes behind, and a device that sends 100,000 faulty messages a round',
  rounds: 10,
  run: async ({ rounds, report }) => {
    for (let round = 1; round <= rounds; round++) {
      await runClockFault({ records: RECORDS, faulty: FAULTY, report: (line) => report(`round ${round}: ${line}`) })
    }
    return { passed: true, summary: 'everything acknowledged is stored as a record or a dead letter' }
  },
}
