import { readMutatedPayloads } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

/** Bent payloads of records, read in both ways. */
export const payloads: FaultPart = {
  name: 'payloads',
  about: 'bent payloads of records, read by their shape and by the general parser: both must say the same',
  rounds: 1_000_000,
  run: async ({ rounds, seed, report }) => {
    const { payloads, records, faults } = readMutatedPayloads({ count: rounds, seed })
    for (const fault of faults) report(fault)
    return {
      passed: faults.length === 0,
      summary: `${payloads} payloads, ${records} of them records; ${faults.length} faults`,
    }
  },
}
