import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../telemetry/rollup.ts'
import { MinuteRing } from './minute-ring.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const WINDOW = 181

function minute(at: number, cycles: number, runningMs = 0) {
  return { at, records: 1, cycles, rejects: 0, runningMs, knownMs: runningMs }
}

describe('the ring of minutes', () => {
  test('is empty at first', () => {
    expect(new MinuteRing().entries(0)).toEqual([])
  })

  test('adds within a minute, and replaces on request', () => {
    const ring = new MinuteRing()
    ring.add(minute(START, 2))
    ring.add(minute(START + 59_999, 3))
    expect(ring.entries(0)).toEqual([{ at: START, cycles: 5 }])
    ring.set(minute(START + 1, 1))
    expect(ring.entries(0)).toEqual([{ at: START, cycles: 1 }])
  })

  test('says what a counter went on by in its fastest minute, and forgets it with the minute', () => {
    const ring = new MinuteRing()
    ring.add({ ...minute(START, 30), rejects: 2 })
    ring.add({ ...minute(START, 10), rejects: 3 })
    ring.add({ ...minute(START + MINUTE_MS, 20), rejects: 4 })
    expect([ring.most('cycles'), ring.most('rejects')]).toEqual([40, 5])
    ring.set({ ...minute(START, 0), rejects: 1 })
    expect([ring.most('cycles'), ring.most('rejects')]).toEqual([20, 4])
    ring.add(minute(START + 24 * 60 * MINUTE_MS, 0))
    expect([ring.most('cycles'), ring.most('rejects')]).toEqual([0, 0])
  })

  test('has a minute without cycles as zero and one without records not at all', () => {
    const ring = new MinuteRing()
    ring.add(minute(START, 0))
    ring.add(minute(START + 2 * MINUTE_MS, 4))
    expect(ring.entries(0).map((entry) => entry.cycles)).toEqual([0, 4])
  })

  test('reports how long the machine ran, also in minutes in which nothing was heard', () => {
    const ring = new MinuteRing()
    ring.add(minute(START, 1, 30_000))
    ring.add(minute(START, 1, 15_000))
    ring.add({ ...minute(START + MINUTE_MS, 0, 60_000), records: 0 })
    expect(ring.runningMs(START)).toBe(105_000)
    expect(ring.runningMs(START + MINUTE_MS)).toBe(60_000)
    expect(ring.entries(0)).toEqual([{ at: START, cycles: 2 }])
  })

  test('tells time in which it did not run from time of which nothing is known', () => {
    const ring = new MinuteRing()
    ring.add({ ...minute(START, 0), knownMs: 20_000 })
    ring.add({ ...minute(START, 1, 5_000), knownMs: 25_000 })
    expect([ring.runningMs(START), ring.knownMs(START)]).toEqual([5_000, 45_000])
    ring.set({ ...minute(START, 0), knownMs: 0 })
    expect(ring.knownMs(START)).toBe(0)
  })

  test('leaves out what is before the asked time, and what is not before its end', () => {
    const ring = new MinuteRing()
    for (let n = 0; n < 5; n++) ring.add(minute(START + n * MINUTE_MS, 1, 1_000))
    expect(ring.entries(START + 3 * MINUTE_MS)).toHaveLength(2)
    expect(ring.entries(START, START + 3 * MINUTE_MS)).toHaveLength(3)
    expect(ring.runningMs(START + MINUTE_MS, START + 3 * MINUTE_MS)).toBe(2_000)
  })

  test('forgets what the window has left behind, and does not let it back in', () => {
    const ring = new MinuteRing()
    ring.add(minute(START, 1))
    ring.add(minute(START + 192 * MINUTE_MS, 2))
    ring.add(minute(START, 5))
    ring.set(minute(START, 5))
    expect(ring.entries(0)).toEqual([{ at: START + 192 * MINUTE_MS, cycles: 2 }])
  })

  test('has for every minute of the last three hours what a plain map would have', () => {
    const changes = fc.array(fc.record({ minute: fc.nat(500), cycles: fc.nat(100), replaces: fc.boolean() }), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(changes, (steps) => {
        const ring = new MinuteRing()
        const plain = new Map<number, number>()
        let newest = 0
        // Late changes reach back no further than the window, as in use.
        for (const { minute: n, cycles, replaces } of steps) {
          if (n < newest - WINDOW) continue
          newest = Math.max(newest, n)
          const at = START + n * MINUTE_MS
          if (replaces) ring.set(minute(at, cycles))
          else ring.add(minute(at, cycles))
          plain.set(at, replaces ? cycles : (plain.get(at) ?? 0) + cycles)
        }
        const since = START + (newest - WINDOW) * MINUTE_MS
        const expected = [...plain].filter(([at]) => at >= since).toSorted(([a], [b]) => a - b)
        expect(ring.entries(since).map(({ at, cycles }) => [at, cycles])).toEqual(expected)
      }),
    )
  })
})
