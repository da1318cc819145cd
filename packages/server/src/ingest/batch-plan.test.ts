import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LatestValues, mergeLatest, type TelemetryRecord } from '../telemetry/record.ts'
import { type Known, planBatch } from './batch-plan.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

function record(machineKey: number, second: number, totalCycles?: number): TelemetryRecord {
  const at = START + second * 1000
  return { machineKey, at, receivedAt: at, totalCycles }
}

const OFFLINE_AFTER = { staleAfterSeconds: 60 }

/** Machines with these newest values. */
function knowing(latestOf: Known['latestOf']): Known {
  return { latestOf, offlineAfterOf: () => OFFLINE_AFTER }
}

const nothingStored = knowing(() => undefined)

/** Records of a few machines, no two of a machine at the same time. */
const batches = fc
  .uniqueArray(
    fc.record({ key: fc.nat(2), second: fc.nat(600), cycles: fc.option(fc.nat(1000), { nil: undefined }) }),
    {
      selector: ({ key, second }) => `${key}:${second}`,
      maxLength: 40,
    },
  )
  .map((entries) => entries.map(({ key, second, cycles }) => record(key, second, cycles)))

function amounts(plan: ReturnType<typeof planBatch>) {
  return {
    minutes: plan.account.rollups.rows('minute_rollup'),
    hours: plan.account.rollups.rows('hour_rollup'),
    latest: new Map([...plan.latest].toSorted()),
  }
}

describe('the plan of a batch', () => {
  test('counts the steps between its records and from what is stored', () => {
    const stored: LatestValues = mergeLatest(undefined, record(1, 0, 100), OFFLINE_AFTER)
    const plan = planBatch(
      [record(1, 30, 120), record(1, 10, 105)],
      knowing(() => stored),
    )
    expect(plan.fresh.map((entry) => entry.totalCycles)).toEqual([105, 120])
    expect(plan.account.rollups.rows('minute_rollup')).toMatchObject([{ records: 2, cycles: 20 }])
    expect(plan.latest.get(1)).toMatchObject({ at: START + 30_000, totalCycles: 120 })
  })

  test('sets aside what is not newer than what is stored', () => {
    const stored = mergeLatest(undefined, record(1, 10, 100), OFFLINE_AFTER)
    const plan = planBatch(
      [record(1, 10, 100), record(1, 5, 90), record(1, 11, 101)],
      knowing(() => stored),
    )
    expect(plan.late.map((entry) => entry.totalCycles)).toEqual([90, 100])
    expect(plan.fresh.map((entry) => entry.totalCycles)).toEqual([101])
    expect(plan.duplicates).toEqual([])
  })

  test('takes the first of two with the same time', () => {
    const plan = planBatch([record(1, 5, 1), record(1, 5, 2), record(2, 5, 3)], nothingStored)
    expect(plan.fresh.map((entry) => entry.totalCycles)).toEqual([1, 3])
    expect(plan.duplicates).toHaveLength(1)
  })

  test('accounts for every record, and changes neither the batch nor what is stored', () => {
    fc.assert(
      fc.property(batches, batches, (before, batch) => {
        const stored = planBatch(before, nothingStored).latest
        const untouched = structuredClone([batch, stored])
        const plan = planBatch(
          [...batch, ...batch.slice(0, 3)],
          knowing((key) => stored.get(key)),
        )
        expect(plan.fresh.length + plan.late.length + plan.duplicates.length).toBe(
          batch.length + Math.min(3, batch.length),
        )
        expect([batch, stored]).toEqual(untouched)
      }),
    )
  })

  test('does not depend on the order within the batch', () => {
    const shuffled = batches.chain((batch) =>
      fc.tuple(fc.constant(batch), fc.shuffledSubarray(batch, { minLength: batch.length })),
    )
    fc.assert(
      fc.property(shuffled, ([batch, other]) => {
        expect(amounts(planBatch(other, nothingStored))).toEqual(amounts(planBatch(batch, nothingStored)))
      }),
    )
  })

  test('adds up to the same in one batch as in several in order', () => {
    fc.assert(
      fc.property(batches, fc.nat(40), (batch, border) => {
        const sorted = batch.toSorted((a, b) => a.at - b.at)
        const whole = planBatch(sorted, nothingStored)
        const first = planBatch(sorted.slice(0, border), nothingStored)
        const second = planBatch(
          sorted.slice(border),
          knowing((key) => first.latest.get(key)),
        )
        // Records of one moment on both sides of the border belong to different machines.
        const cycles = (plan: typeof whole) =>
          plan.account.rollups.rows('minute_rollup').reduce((sum, row) => sum + row.cycles, 0)
        expect(cycles(first) + cycles(second)).toBe(cycles(whole))
        expect(new Map([...first.latest, ...second.latest])).toEqual(whole.latest)
      }),
    )
  })
})
