import { runStarts } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

/** Kills the product and starts it again in the same moment. */
export const starts: FaultPart = {
  name: 'starts',
  about: 'kill -9 and a start in the same moment, a quarter of the starts killed as well',
  rounds: 200,
  run: async (options) => {
    const { starts, refused, slowestMs, outlivedMs, acknowledged, found } = await runStarts(options)
    const figures = `${refused.length} of ${starts} starts refused, slowest ${slowestMs} ms, PostgreSQL outlived its server by ${outlivedMs} ms`
    return {
      passed: refused.length === 0 && acknowledged === found,
      summary: `${figures}; ${acknowledged} records acknowledged, ${found} found`,
    }
  },
}
