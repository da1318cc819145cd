import { describe, expect, it } from 'vitest'
import { barGaps, barLength, cycleBars, summarise } from './cycle-series.ts'
import { withLive, withMinutes } from './live-points.ts'
import { countScale, measureScale, stepsOf, tickFormat } from './scale.ts'
import { knownPoints, lineOf, type NumericHistory, nearest, silences } from './series.ts'

const MINUTE = 60_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const iso = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString()

function history(intervalMinutes: number, points: [minutes: number, value: number | null][]): NumericHistory {
  const rows = points.map(([minutes, value]) => ({ time: iso(minutes), value }))
  const span = { from: iso(0), to: iso(60), hours: 1 }
  return { kind: 'numeric', machineID: 'M', tag: 't', ...span, intervalMs: intervalMinutes * MINUTE, points: rows }
}

const record = (minutes: number, value: number) => ({ at: noon + minutes * MINUTE, value })

describe('a line', () => {
  it('breaks after a silence longer than the machine may have', () => {
    const points = knownPoints(
      history(0, [
        [0, 1],
        [1, 2],
        [5, 3],
      ]),
    )
    expect(lineOf(points, MINUTE).values).toEqual([1, 2, null, 3])
    expect(lineOf(points, 4 * MINUTE).values).toEqual([1, 2, 3])
  })

  it('does not break at an empty point that is shorter than that', () => {
    const points = knownPoints(
      history(1, [
        [0, 1],
        [1, null],
        [2, 2],
      ]),
    )
    expect(lineOf(points, MINUTE).values).toEqual([1, 2])
  })

  it('has gaps at both ends of the window, but none in the future', () => {
    const points = knownPoints(
      history(0, [
        [10, 1],
        [11, 2],
      ]),
    )
    const span = { from: noon, to: noon + 60 * MINUTE }
    const gaps = silences(points, span, MINUTE, noon + 20 * MINUTE)
    expect(gaps.map(({ from, to }) => [(from - noon) / MINUTE, (to - noon) / MINUTE])).toEqual([
      [0, 10],
      [11, 20],
    ])
  })

  it('is read at the nearest point within reach', () => {
    const points = knownPoints(
      history(0, [
        [0, 1],
        [10, 2],
      ]),
    )
    const at = (minutes: number) => nearest(points, noon + minutes * MINUTE, 2 * MINUTE)
    expect([at(1), at(5), at(9)]).toEqual([0, undefined, 1])
  })

  it('of the period before lies over the window', () => {
    expect(knownPoints(history(0, [[0, 1]]), 60 * MINUTE)[0]?.from).toBe(noon + 60 * MINUTE)
  })
})

describe('live points', () => {
  it('are added to records, those that are known already are not', () => {
    const merged = withLive(
      knownPoints(
        history(0, [
          [0, 1],
          [1, 2],
        ]),
      ),
      0,
      [record(1, 9), record(2, 3)],
    )
    expect(merged.map(({ value }) => value)).toEqual([1, 2, 3])
  })

  it('widen the last point of an answer and leave its mean, twice as well as once', () => {
    const points = knownPoints(history(10, [[0, 5]]))
    const once = withLive(points, 10 * MINUTE, [record(4, 9)])
    expect(once).toMatchObject([{ value: 5, min: 5, max: 9 }])
    expect(withLive(points, 10 * MINUTE, [record(4, 9), record(4, 9)])).toEqual(once)
  })

  it('fill the next points on the same grid with mean and range', () => {
    const live = [record(11, 2), record(12, 4), record(35, 1)]
    const merged = withLive(knownPoints(history(10, [[0, 5]])), 10 * MINUTE, live)
    expect(merged.map(({ from, value, min, max }) => [(from - noon) / MINUTE, value, min, max])).toEqual([
      [0, 5, 5, 5],
      [10, 3, 2, 4],
      [30, 1, 1, 1],
    ])
  })

  it('begin a series of which nothing was known', () => {
    expect(withLive([], 0, [record(0, 1)])).toHaveLength(1)
    expect(withLive([], MINUTE, [record(0, 1), record(0.5, 3)])).toMatchObject([{ value: 2, min: 1, max: 3 }])
  })
})

describe('cycle bars', () => {
  const bars = cycleBars(
    history(5, [
      [-10, 100],
      [-5, null],
      [0, 40],
      [5, null],
    ]),
    noon + 2 * MINUTE,
  )

  it('end with the one that is filling, and are null without data', () => {
    expect(bars.map(({ value, filling }) => [value, filling])).toEqual([
      [100, false],
      [null, false],
      [40, true],
    ])
    expect(barGaps(bars)).toEqual([{ from: noon - 5 * MINUTE, to: noon }])
    expect(summarise(bars)).toEqual({ total: 140, highest: 100, lowest: 100 })
  })

  it('are longer in longer windows', () => {
    const length = (hours: number) => barLength({ from: noon, to: noon + hours * 60 * MINUTE }) / MINUTE
    expect([1, 3, 6, 24, 25, 168].map(length)).toEqual([1, 5, 5, 15, 15, 60])
  })

  it('are counted from live minutes where those cover them whole', () => {
    const minutes = [
      { time: iso(-6), value: 7 },
      { time: iso(0), value: 30 },
      { time: iso(1), value: 12 },
    ]
    const merged = withMinutes(bars, minutes, noon - 8 * MINUTE)
    expect(merged.map(({ value }) => value)).toEqual([100, null, 42])
  })
})

describe('an axis', () => {
  it.each([
    [0, 4],
    [4, 4],
    [150, 150],
    [151, 200],
    [1_300, 1_500],
    [3_900, 4_000],
  ])('of counts has for %i a top of %i', (highest, top) => {
    expect(countScale(highest).top).toBe(top)
  })

  it.each([
    [20, 30],
    [21.4, 21.4],
    [0, 0],
    [-3, 4],
    [0.001, 0.002],
    [5e6, 6e6],
  ])('of measures holds %d to %d in a few round steps', (lowest, highest) => {
    const scale = measureScale(lowest, highest)
    expect(scale.bottom <= lowest && scale.top >= highest && scale.top > scale.bottom).toBe(true)
    expect(stepsOf(scale).length).toBeLessThan(7)
  })

  it.each([
    [7, ['0', '2', '4', '6', '8']],
    [10, ['0', '5', '10']],
    [100, ['0', '25', '50', '75', '100']],
  ])('of counts up to %i has whole steps and no rounded ones', (highest, labels) => {
    const scale = countScale(highest)
    expect(stepsOf(scale).map(tickFormat(scale))).toEqual(labels)
  })

  it('writes as many decimals as its steps need', () => {
    const scale = measureScale(0.01, 0.02, 2)
    expect(stepsOf(scale).map(tickFormat(scale))).toEqual(['0.010', '0.015', '0.020'])
  })
})
