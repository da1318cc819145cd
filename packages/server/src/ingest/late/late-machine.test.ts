import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { seed } from '../../../test/support/seed.ts'
import { COUNTER_GAP_LIMIT_MS, type TelemetryRecord } from '../../telemetry/index.ts'
import { orderedTime } from '../../telemetry/ordered-time.ts'
import type { Rollup } from '../../telemetry/rollup.ts'

const KEY = 7
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const HOUR_MS = 3_600_000

/** Times around edges: of minutes, of hours, of midnight, of how long a record speaks, of how far a step is counted. */
const time = fc
  .oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant(0), fc.nat(300_000)) },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constant(0),
        fc.nat(30).map((n) => n * 20_000),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(-HOUR_MS, HOUR_MS, -60_000, 60_000), fc.integer({ min: -3, max: 3 })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom(-1, 1).map((n) => n * COUNTER_GAP_LIMIT_MS),
        fc.integer({ min: -2, max: 200_000 }),
      ),
    },
  )
  .map(([base, offset]) => MIDNIGHT + base + offset)

/** Several of one millisecond, which only the microseconds tell apart. */
const crowded = fc
  .tuple(fc.nat(2), fc.nat(2), fc.constantFrom(0, 30_000))
  .map(([ms, order, offset]) => orderedTime(MIDNIGHT + offset + ms, order))

/** @param weight how many report it for every four that do not */
const option = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary }, { weight: 4, arbitrary: fc.constant(undefined) })

const record = (states: number) =>
  fc.record({
    machineKey: fc.constant(KEY),
    at: fc.oneof({ weight: 3, arbitrary: time }, { weight: 1, arbitrary: crowded }),
    receivedAt: fc.constant(0),
    totalCycles: option(fc.oneof(fc.nat(50), fc.nat(1_000_000)), 3),
    totalRejects: option(fc.nat(20), 1),
    cyclesPerMin: option(fc.nat(40), 1),
    temperature: option(fc.option(fc.nat(30), { nil: null }), 1),
    machineState: option(fc.constantFrom('Running', 'Execute', 'Idle', 'Held', 'Stopped', null), states),
    machineData: option(fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(9), { noNullPrototype: true }), 2),
    isPartial: fc.constant(true),
    ends: fc.constantFrom(...(states > 0 ? [true, undefined, undefined, undefined] : [undefined])),
  }) as fc.Arbitrary<TelemetryRecord>

/** Records of different times in the order in which they come, and the batches in which late ones are put in. */
const deliveries = fc.constantFrom(0, 1, 4, 40).chain((states) =>
  fc.uniqueArray(record(states), { selector: ({ at }) => at, minLength: 2, maxLength: 14 }).chain((records) =>
    fc.record({
      records: fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
      batch: fc.integer({ min: 1, max: 5 }),
    }),
  ),
)

function isEmpty({ machineKey: _key, at: _at, ...numbers }: Rollup): boolean {
  return Object.values(numbers).every((number) => number === 0)
}

function view({ latest, sums, times }: MemoryStore) {
  const { readingTimes, dataAt = 0, ...newest } = latest ?? {}
  const timesOf = Object.keys(latest?.machineData ?? {}).map((name) => [name, readingTimes?.get(name) ?? dataAt])
  return {
    newest,
    readings: Object.fromEntries(timesOf),
    // A row of which all was taken away again says nothing.
    sums: Object.fromEntries([...sums].filter(([, row]) => !isEmpty(row)).toSorted()),
    times,
  }
}

describe('late records of a machine', () => {
  test('change what was counted to what it is in time order', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ records, batch }) => {
        const [mixed, sorted] = [new MemoryStore(), new MemoryStore()]
        for (let from = 0; from < records.length; from += batch) await mixed.store(records.slice(from, from + batch))
        await sorted.store(records)
        expect(view(mixed)).toEqual(view(sorted))
      }),
      { seed, numRuns: 3_000 },
    )
  })
})
