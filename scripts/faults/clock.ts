import { runClockFault } from '@packhouse/server/testing'

const RECORDS = 35_480
const FAULTY = 100_000

/**
 * A server clock that is ten minutes behind, and a device that sends garbage; `packages/server/test/crash/clock-fault.test.ts`
 * runs the same with fewer messages. Ten rounds send a million faulty ones.
 * @throws Error if something acknowledged is neither stored nor kept
 */
export async function run(rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const report = (line: string) => console.log(`clock, round ${round} of ${rounds}: ${line}`)
    await runClockFault({ records: RECORDS, faulty: FAULTY, report })
  }
}
