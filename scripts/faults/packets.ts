import { sendMutatedPackets } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

/** Bent packets of MQTT, so many of each kind. */
export const packets: FaultPart = {
  name: 'packets',
  about: 'bent packets of MQTT 3.1.1 and 5, so many of each kind',
  rounds: 10_000,
  run: async ({ rounds, seed, report }) => {
    const { packets, ended, faults } = await sendMutatedPackets({ perKind: rounds, seed })
    for (const fault of faults.slice(0, 20)) report(fault)
    const figures = `${packets} packets, ${ended} ended their connection`
    return { passed: faults.length === 0, summary: `${figures}; ${faults.length} faults` }
  },
}
