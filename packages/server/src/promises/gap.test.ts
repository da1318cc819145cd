import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunningDay, SpeedSketch } from '../library/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { judge, liveSpeed } from './actual.ts'
import { availabilityGap, speedGap } from './gap.ts'
import { hundredths, roundTo, tenths } from './rounding.ts'

const seed = 20261126

function sketchOf(speeds: readonly (readonly [number | undefined, number])[]) {
  const sketch = new SpeedSketch()
  for (const [speed, hours] of speeds) sketch.add(speed, hours * HOUR_MS)
  return sketch.stored()
}

/** A day on which a machine ran at some speeds for some hours each; undefined: unknown. */
function dayOf(day: string, recipe: string, speeds: readonly (readonly [number | undefined, number])[]): RunningDay {
  return { machineKey: 1, day, recipe, styleId: null, sketch: sketchOf(speeds) }
}

test('a gap names what tests showed, what slower recipes cost, and what is left', () => {
  const days = [dayOf('2026-11-23', 'tray', [[80, 6]]), dayOf('2026-11-24', 'skin', [[60, 2]])]
  const parts = speedGap(90, liveSpeed(days, tenths), tenths, { tested: { factory: 88, site: 85 }, days, set: [] })
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ['factoryTest', null, 2],
    ['siteTest', null, 3],
    ['recipe', 'skin', 5],
  ])
  expect(parts[2]).toMatchObject({ share: 0.25, speed: 60 })
  expect(speedGap(80, liveSpeed(days, tenths), tenths, { tested: { factory: 88, site: null }, days, set: [] })).toEqual(
    [],
  )
})

test('what the fastest recipe is set lower is a part of its own, and a slower recipe is none of it', () => {
  const days = [dayOf('2026-11-23', 'tray', [[80, 6]]), dayOf('2026-11-24', 'skin', [[60, 2]])]
  const setTo = (tray: number) => [
    { recipe: 'tray', sketch: sketchOf([[tray, 6]]) },
    { recipe: 'skin', sketch: sketchOf([[61, 2]]) },
  ]
  const partsOf = (tray: number) =>
    speedGap(90, liveSpeed(days, tenths), tenths, { tested: { factory: null, site: 85 }, days, set: setTo(tray) })
  expect(partsOf(82).map(({ kind, value, speed }) => [kind, value, speed])).toEqual([
    ['siteTest', 5, null],
    ['setSpeed', 3, 82],
    ['recipe', 5, 60],
    ['unexplained', -3, null],
  ])
  // It is set as fast as it was at the site.
  expect(partsOf(85).map(({ kind }) => kind)).not.toContain('setSpeed')
})

test('an availability misses what its stops take, by groups of reasons, less what the promise leaves for them', () => {
  const live = { value: 80, p10: null, p90: null, hours: 100, unknownHours: 0, uncheckedHours: 0 }
  const groups = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name, place) => ({ name, ms: (place + 1) * 36_000 }))
  const parts = availabilityGap(94, live, hundredths, { plannedMs: 3_600_000, groups })
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ...['H', 'G', 'F', 'E', 'D', 'C'].map((name, place) => ['stops', name, 8 - place]),
    ['otherStops', null, 3],
    ['allowed', null, -6],
    // 36 % are stops with a reason; the live figure knows of 20 %.
    ['unexplained', null, -16],
  ])
  expect(availabilityGap(80, live, hundredths, { plannedMs: 3_600_000, groups })).toEqual([])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), fc.array(fc.integer({ min: 0, max: 999_999 })), (value, times) => {
      const found = availabilityGap(99.5, { ...live, value: value / 100 }, hundredths, {
        plannedMs: 1_000_000,
        groups: times.map((ms, place) => ({ name: String(place), ms })),
      })
      const sum = found.reduce((total, part) => total + part.value, 0)
      expect(sum).toBeCloseTo(Math.max(0, 99.5 - value / 100), 6)
    }),
    { seed, numRuns: 200 },
  )
})

test('what rounding takes is nothing unexplained', () => {
  const live = { value: 99, p10: null, p90: null, hours: 100, unknownHours: 0, uncheckedHours: 0 }
  const groups = ['A', 'B', 'C'].map((name) => ({ name, ms: 10_000 }))
  const parts = availabilityGap(100, live, hundredths, { plannedMs: 3_000_000, groups })
  expect(parts.map(({ kind, value }) => [kind, value])).toEqual([
    ['stops', 0.34],
    ['stops', 0.33],
    ['stops', 0.33],
  ])
})

test.each([1, 2, 3])('the parts of a gap add up to it at %i decimals, whatever was tested and run', (decimals) => {
  const size = 10 ** decimals
  const round = roundTo(decimals)
  const speed = fc.integer({ min: 1, max: 200 * size }).map((count) => count / size)
  const day = fc.record({
    day: fc.integer({ min: 10, max: 28 }).map((number) => `2026-11-${number}`),
    recipe: fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    speeds: fc.array(fc.tuple(fc.option(speed, { nil: undefined }), fc.integer({ min: 1, max: 8 })), { maxLength: 4 }),
  })
  const tested = fc.record({ factory: fc.option(speed), site: fc.option(speed) })
  fc.assert(
    fc.property(
      speed,
      tested,
      fc.array(day, { maxLength: 12 }),
      fc.array(day, { maxLength: 6 }),
      (figure, tests, all, others) => {
        const days = all.map((one) => dayOf(one.day, one.recipe, one.speeds))
        const set = others.map(({ recipe, speeds }) => ({ recipe, sketch: sketchOf(speeds) }))
        const live = liveSpeed(days, round)
        const parts = speedGap(figure, live, round, { tested: tests, days, set })
        const { difference } = judge({ kind: 'speed', direction: 'atLeast', unit: 'per min', figure }, live)
        if (live === null || live.value >= figure) {
          expect(parts).toEqual([])
          return
        }
        const sum = parts.reduce((total, { value }) => total + value, 0)
        expect(sum).toBeCloseTo(figure - live.value, 9)
        expect(parts.length).toBeGreaterThan(0)
        expect(parts.every(({ value }) => value !== 0 && Number((value * size).toFixed(6)) % 1 === 0)).toBe(true)
        // Where the figure has all of the decimals, so has the difference that is shown.
        if (Math.round(figure * size) % 10 !== 0) expect(sum).toBeCloseTo(-(difference ?? 0), 9)
      },
    ),
    { seed, numRuns: 500 },
  )
})
