import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oeeOf } from './oee.ts'
import { partsOf, type Said, type Span, standstillsOf } from './stops.ts'

const states = ['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown'] as const
const kinds = new Map(
  (['unplanned', 'planned', 'changeover', 'minorStop', 'speedLoss'] as const).map((kind) => [kind, kind]),
)
type Interval = Span & { state: (typeof states)[number] }

/** Stretches that follow each other, some with a gap. */
const spans = (most: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 400_000 })), { maxLength: most })
    .map((pairs) => {
      let at = 0
      return pairs.map(([gap, length]) => {
        const from = at + gap
        at = from + length
        return { from, to: at }
      })
    })

const saidOf = fc
  .tuple(spans(12), fc.infiniteStream(fc.constantFrom(...kinds.keys())))
  .map(([stretches, reasons]): Said[] => {
    const reasonOf = () => reasons.next().value as string
    return stretches.map((span) => ({ ...span, reasonId: reasonOf(), note: null, saidAt: 0 }))
  })

const intervalsOf = fc
  .array(fc.tuple(fc.constantFrom(...states), fc.integer({ min: 1, max: 300_000 })), { minLength: 1, maxLength: 40 })
  .map((parts): Interval[] => {
    let at = 0
    return parts.map(([state, length]) => {
      const from = at
      at += length
      return { state, from, to: at }
    })
  })

function timeIn(intervals: readonly Interval[], state: string, window: Span): number {
  return intervals
    .filter((interval) => interval.state === state)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, window.to) - Math.max(from, window.from)), 0)
}

describe('OEE', () => {
  const facts = fc.record({
    cycles: fc.integer({ min: 0, max: 5_000 }),
    rejects: fc.option(fc.integer({ min: 0, max: 5_000 })),
    /** The part of the cycles that rejects are reported for. */
    reported: fc.double({ min: 0.001, max: 1, noNaN: true }),
    designSpeed: fc.option(fc.integer({ min: 1, max: 900 })),
    cut: fc.tuple(fc.nat(3_000_000), fc.nat(3_000_000)),
  })

  test('puts every millisecond into one bucket, and its parts reconcile with the buckets', () => {
    fc.assert(
      fc.property(
        intervalsOf,
        saidOf,
        spans(6),
        facts,
        (intervals, said, unplannedTimes, { cycles, rejects: count, reported, designSpeed, cut }) => {
          const rejects = count === null ? null : { count, ofCycles: Math.ceil(cycles * reported) }
          const end = intervals.at(-1)?.to ?? 0
          const [from, to] = [Math.min(cut[0] % end, cut[1] % end), Math.max(cut[0] % end, cut[1] % end)]
          const window = { from, to }
          const standstills = standstillsOf(intervals, window, 60_000)
          const runningMs = timeIn(intervals, 'Running', window)
          const unknownMs = timeIn(intervals, 'Unknown', window)
          const oee = oeeOf({
            lengthMs: to - from,
            runningMs,
            unknownMs,
            standstills,
            said,
            kinds,
            unplannedTimes,
            cycles,
            rejects,
            designSpeed,
          })
          const { buckets } = oee

          expect(Object.values(buckets).reduce((sum, ms) => sum + ms, 0)).toBe(to - from)
          expect(Object.values(buckets).every((ms) => ms >= 0 && Number.isInteger(ms))).toBe(true)
          expect(buckets.runningMs + buckets.speedLossMs).toBe(runningMs)
          expect(oee.plannedProductionMs).toBe(to - from - buckets.unknownMs - buckets.plannedMs)
          // What is not measured is no factor, and not 1.
          expect(oee.factors).toEqual(['availability', 'performance', ...(rejects === null ? [] : ['quality'])])
          if (rejects === null) expect(oee.quality).toBeNull()
          const factors = oee.factors.map((name) => oee[name])
          if (factors.includes(null)) return
          expect(oee.oee).not.toBeNull()
          expect(factors.reduce<number>((product, factor) => product * (factor ?? 0), 1)).toBeCloseTo(oee.oee ?? -1, 9)
          const good = rejects === null ? 1 : Math.max(0, 1 - rejects.count / rejects.ofCycles)
          const goodMs = (cycles * good * 60_000) / (designSpeed ?? 1)
          expect(oee.oee).toBeCloseTo(goodMs / oee.plannedProductionMs, 9)
        },
      ),
      { seed: 24, numRuns: 500 },
    )
  })
})

test('a reason over a minor stop counts nothing', () => {
  const window = { from: 0, to: 200_000 }
  const said = [{ ...window, reasonId: 'planned', note: null, saidAt: 0 }]
  const standstills = [
    { from: 10_000, to: 40_000, state: 'Stopped' as const, minor: true },
    { from: 100_000, to: 200_000, state: 'Stopped' as const, minor: false },
  ]
  const rest = { unplannedTimes: [], cycles: 0, rejects: null, designSpeed: null, runningMs: 70_000, unknownMs: 0 }
  const { buckets, byReason } = oeeOf({ lengthMs: 200_000, standstills, said, kinds, ...rest })
  expect(buckets).toMatchObject({ minorStopMs: 30_000, plannedMs: 100_000, uncategorisedMs: 0 })
  expect([...byReason]).toEqual([['planned', 100_000]])
})

test('who stands still while no production is planned does as planned, unless people have said otherwise', () => {
  const said = [{ from: 400_000, to: 500_000, reasonId: 'unplanned', note: null, saidAt: 0 }]
  const standstills = [
    { from: 90_000, to: 120_000, state: 'Stopped' as const, minor: true },
    { from: 300_000, to: 800_000, state: 'Idle' as const, minor: false },
  ]
  const unplannedTimes = [
    { from: 100_000, to: 110_000 },
    { from: 350_000, to: 600_000 },
  ]
  const rest = { cycles: 0, rejects: null, designSpeed: null, runningMs: 470_000, unknownMs: 0 }
  const { buckets, plannedProductionMs, byReason } = oeeOf({
    lengthMs: 1_000_000,
    standstills,
    said,
    kinds,
    unplannedTimes,
    ...rest,
  })
  expect(buckets).toMatchObject({
    minorStopMs: 20_000,
    plannedMs: 160_000,
    unplannedMs: 100_000,
    uncategorisedMs: 250_000,
  })
  expect(plannedProductionMs).toBe(840_000)
  expect([...byReason]).toEqual([['unplanned', 100_000]])
})

describe('the parts of a stop', () => {
  test('cover every moment with what was assigned to it', () => {
    fc.assert(
      fc.property(saidOf, fc.nat(2_000_000), fc.integer({ min: 1, max: 2_000_000 }), (said, from, length) => {
        const span = { from, to: from + length }
        const parts = partsOf(span, said)
        expect(parts[0]?.from).toBe(span.from)
        expect(parts.at(-1)?.to).toBe(span.to)
        for (const [n, part] of parts.entries()) {
          expect(part.from).toBeLessThan(part.to)
          if (n > 0) expect(part.from).toBe(parts[n - 1]?.to)
          expect(said.find((one) => one.from < part.to && one.to > part.from)).toBe(part.said)
        }
      }),
      { seed: 24, numRuns: 300 },
    )
  })
})

describe('standstills', () => {
  const running = { state: 'Running', from: 0, to: 100_000 } as const

  test('are one where the states follow each other, and named by the longest', () => {
    const intervals: Interval[] = [
      running,
      { state: 'Faulted', from: 100_000, to: 130_000 },
      { state: 'Stopped', from: 130_000, to: 200_000 },
      { state: 'Idle', from: 200_000, to: 210_000 },
    ]
    expect(standstillsOf(intervals, { from: 0, to: 300_000 }, 60_000)).toEqual([
      { from: 100_000, to: 210_000, state: 'Stopped', minor: false },
    ])
  })

  test('are not joined over an unknown time', () => {
    const intervals: Interval[] = [
      { state: 'Idle', from: 0, to: 10 },
      { state: 'Unknown', from: 10, to: 20 },
      { state: 'Idle', from: 20, to: 30 },
    ]
    expect(standstillsOf(intervals, { from: 0, to: 30 }, 0)).toHaveLength(2)
  })

  test('that reach into the window with their end alone are as long as they are', () => {
    const intervals: Interval[] = [{ state: 'Stopped', from: 0, to: 70_000 }]
    expect(standstillsOf(intervals, { from: 60_000, to: 90_000 }, 60_000)).toEqual([
      { from: 60_000, to: 70_000, state: 'Stopped', minor: false },
    ])
  })
})
