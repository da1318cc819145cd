import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanOf } from './mean.ts'
import { Series } from './series.ts'

const seed = 20261126
const FROM = Date.parse('2026-11-26T08:00:00Z')
const TO = FROM + 100_000
const STEP_MS = 7_000

interface Reading {
  at: number
  value: number
}

const reading = fc.record({
  at: fc.integer({ min: -20_000, max: 120_000 }).map((offset) => FROM + offset),
  value: fc.oneof(
    fc.integer({ min: -5_000, max: 5_000 }).map((value) => value / 100),
    fc.constant(Number.NaN),
  ),
})
/** Pieces, each in time order. */
const pieces = fc.array(
  fc.array(reading, { maxLength: 30 }).map((readings) => readings.toSorted((a, b) => a.at - b.at)),
  { maxLength: 5 },
)

function seriesOf(all: readonly Reading[][], now: number): Series {
  const series = new Series(FROM, TO, now)
  for (const piece of all)
    series.add({
      times: Float64Array.from(piece, ({ at }) => at),
      values: Float64Array.from(piece, ({ value }) => value),
    })
  return series
}

test('Points are what the plain way gives: each reading looked at by itself', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 120_000 }), (all, passed) => {
      const now = FROM + passed
      const series = seriesOf(all, now)
      const inside = all.flat().filter(({ at }) => at >= FROM && at < Math.min(TO, now))
      expect(series.length).toBe(inside.length)
      expect(series.hasNumbers).toBe(inside.some(({ value }) => !Number.isNaN(value)))
      const plain = Array.from({ length: Math.ceil((TO - FROM) / STEP_MS) }, (_, place) => {
        const start = FROM + place * STEP_MS
        const own = inside.filter(({ at, value }) => at >= start && at < start + STEP_MS && !Number.isNaN(value))
        const values = own.map(({ value }) => value)
        const time = new Date(start).toISOString()
        if (values.length === 0) return { time, value: null }
        const sum = values.reduce((total, value) => total + value, 0)
        return { time, value: meanOf(sum, values.length), min: Math.min(...values), max: Math.max(...values) }
      })
      expect(series.buckets(STEP_MS)).toEqual(plain)
      const sorted = inside.toSorted((a, b) => a.at - b.at)
      expect(series.readings()).toEqual(
        sorted.map(({ at, value }) => ({ at, value: Number.isNaN(value) ? null : value })),
      )
    }),
    { seed, numRuns: 300 },
  )
})
