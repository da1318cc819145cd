import { openSlowSockets } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

const SECONDS = 20

/** Sockets that send or read slowly, so many at once. */
export const slowSockets: FaultPart = {
  name: 'slow-sockets',
  about: 'so many MQTT connections at once that send or read slowly',
  rounds: 5_000,
  run: async ({ rounds, seed, report }) => {
    const result = await openSlowSockets({ sockets: rounds, seconds: SECONDS, seed })
    for (const fault of result.faults) report(fault)
    const { sockets, ended, answered, slowestMs, grownBytes } = result
    const others = `${answered} messages of another client acknowledged, the slowest after ${Math.round(slowestMs)} ms`
    const memory = `memory grew by ${Math.round(grownBytes / 1_048_576)} MB, that of the clients included`
    return { passed: result.faults.length === 0, summary: `${sockets} sockets, ${ended} ended; ${others}; ${memory}` }
  },
}
