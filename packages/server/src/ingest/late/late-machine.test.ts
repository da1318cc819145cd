import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { COUNTER_GAP_LIMIT_MS, type LatestValues, type TelemetryRecord } from '../../telemetry/record.ts'
import type { Rollup } from '../../telemetry/rollup.ts'
import { RollupAccumulator, type StateInterval } from '../../telemetry/rollup-accumulator.ts'
import { RollupSpans, rollupTables } from '../../telemetry/rollup-spans.ts'
import { LateMachine, type Lookup } from './late-machine.ts'
import type { LateRecord, Readings, StoredTime } from './late-record.ts'

const KEY = 7
const STALE_MS = 60_000
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const HOUR_MS = 3_600_000

const speaksUntil = (at: number) => at + STALE_MS

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

/** @param weight how many report it for every four that do not */
const option = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary }, { weight: 4, arbitrary: fc.constant(undefined) })

const record = (states: number) =>
  fc.record({
    machineKey: fc.constant(KEY),
    at: time,
    receivedAt: fc.constant(0),
    totalCycles: option(fc.oneof(fc.nat(50), fc.nat(1_000_000)), 3),
    totalRejects: option(fc.nat(20), 1),
    cyclesPerMin: option(fc.nat(40), 1),
    temperature: option(fc.option(fc.nat(30), { nil: null }), 1),
    machineState: option(fc.constantFrom('Running', 'Execute', 'Idle', 'Held', 'Stopped'), states),
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

/** Everything that is stored of one machine, in memory. */
class Store implements Lookup {
  records: TelemetryRecord[] = []
  times: StoredTime[] = []
  latest: LatestValues | undefined
  readonly sums = new Map<string, Rollup>()

  async firstState(_key: number, after: number, before: number): Promise<number | undefined> {
    return this.records.find(({ at, machineState }) => at > after && at < before && machineState !== undefined)?.at
  }

  async timesBetween(_key: number, after: number, before: number): Promise<StoredTime[]> {
    return this.times.filter(({ from }) => from > after && from < before)
  }

  async *recordTimes(_key: number, after: number, before: number): AsyncIterable<readonly number[]> {
    for (const { at } of this.records) if (at > after && at < before) yield [at]
  }

  async store(batch: readonly TelemetryRecord[]): Promise<void> {
    const sorted = batch.toSorted((a, b) => a.at - b.at)
    const newest = this.latest?.at ?? Number.NEGATIVE_INFINITY
    this.#storeInOrder(sorted.filter(({ at }) => at > newest))
    await this.#storeLate(sorted.filter(({ at }) => at <= newest))
    this.records.sort((a, b) => a.at - b.at)
    this.times.sort((a, b) => a.from - b.from)
  }

  #storeInOrder(records: readonly TelemetryRecord[]): void {
    const account = new RollupAccumulator()
    for (const one of records) this.latest = account.add(this.latest, one, { staleAfterSeconds: STALE_MS / 1000 })
    this.records.push(...records)
    this.#put(account.intervals)
    this.#add(account.rollups)
  }

  async #storeLate(records: readonly TelemetryRecord[]): Promise<void> {
    if (this.latest === undefined) return
    const rollups = new RollupSpans()
    const machine = new LateMachine({ key: KEY, latest: this.latest, speaksUntil }, rollups, this)
    await machine.insert(records.map((one) => this.#around(one)))
    const { removed, stored } = machine.timeChanges()
    this.times = this.times.filter(({ from }) => !removed.includes(from))
    this.#put(stored)
    this.latest = machine.latest() ?? this.latest
    this.records.push(...records)
    this.#add(rollups)
  }

  #around(late: TelemetryRecord): LateRecord {
    const { at } = late
    const next = this.records.find((one) => one.at > at && one.at <= at + STALE_MS)
    const readings = (name: 'totalCycles' | 'totalRejects'): Readings => {
      const reported = this.records.flatMap((one) => {
        const value = one[name]
        return value === undefined || Math.abs(one.at - at) > COUNTER_GAP_LIMIT_MS ? [] : [{ at: one.at, value }]
      })
      return { before: reported.findLast((one) => one.at < at), after: reported.find((one) => one.at > at) }
    }
    const [before, after] = [this.times.findLast(({ from }) => from < at), this.times.find(({ from }) => from > at)]
    return {
      record: late,
      isStored: false,
      next: next && { at: next.at, reportsState: next.machineState !== undefined },
      cycles: readings('totalCycles'),
      rejects: readings('totalRejects'),
      times: [before, after].filter((one) => one !== undefined),
    }
  }

  #put(intervals: readonly StateInterval[]): void {
    for (const { from, to, state } of intervals) {
      this.times = this.times.filter((one) => one.from !== from)
      this.times.push({ from, to, state })
    }
    this.times.sort((a, b) => a.from - b.from)
  }

  #add(rollups: RollupSpans): void {
    for (const table of rollupTables)
      for (const row of rollups.rows(table)) {
        const name = `${table} ${row.at}`
        const sum = this.sums.get(name)
        this.sums.set(name, sum === undefined ? row : plus(sum, row))
      }
  }
}

function plus(a: Rollup, b: Rollup): Rollup {
  const sum = { ...a }
  for (const name of Object.keys(b) as (keyof Rollup)[])
    if (name !== 'machineKey' && name !== 'at') sum[name] += b[name]
  return sum
}

function view({ latest, sums, times }: Store) {
  const { at, totalCycles, totalAt, totalRejects, rejectsAt, machineState, stateSince } = latest ?? {}
  return {
    newest: { at, totalCycles, totalAt, totalRejects, rejectsAt, machineState, stateSince },
    sums: Object.fromEntries([...sums].toSorted()),
    times,
  }
}

describe('late records of a machine', () => {
  test('change what was counted to what it is in time order', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ records, batch }) => {
        const [mixed, sorted] = [new Store(), new Store()]
        for (let from = 0; from < records.length; from += batch) await mixed.store(records.slice(from, from + batch))
        await sorted.store(records)
        expect(view(mixed)).toEqual(view(sorted))
      }),
      { seed, numRuns: 3_000 },
    )
  })
})
