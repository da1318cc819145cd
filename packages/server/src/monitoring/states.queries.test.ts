import { expect, test } from 'vitest'
import type { Database } from '../platform/database.ts'
import type { LiveMachine } from '../telemetry/index.ts'
import { readIntervals } from './states.queries.ts'

const NOW = 1_800_000_000_000
const HOUR_MS = 3_600_000

const valuesOf = (machineState: string, stateSince: number) => ({ at: NOW, machineState, stateSince })

test('a state that ends while it is asked for is not unknown from its beginning on', async () => {
  const machine = {
    entry: { key: 1, staleAfterSeconds: 60 },
    values: valuesOf('Running', NOW - 5 * HOUR_MS),
  } as unknown as LiveMachine
  const database = {
    inScope: async () => {
      machine.values = valuesOf('Idle', NOW) as never
      return { rows: [] }
    },
  } as unknown as Database
  const stretch = { from: NOW - 6 * HOUR_MS, to: NOW }
  const { intervals } = await readIntervals(database, 'all', machine, stretch, NOW)
  expect(intervals.map(({ from, to, state }) => [from, to, state])).toEqual([
    [NOW - 6 * HOUR_MS, NOW - 5 * HOUR_MS, 'Unknown'],
    [NOW - 5 * HOUR_MS, NOW, 'Running'],
  ])
})
