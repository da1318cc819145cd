import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunningDay, SpeedSketch } from '../library/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { judge, liveSpeed } from './actual.ts'
import { availabilityGap, rejectGap, speedGap } from './gap.ts'
import { hundredths, roundTo, tenths } from './rounding.ts'

const seed = 20261126

const atLeast = (figure: number) => ({ figure, direction: 'atLeast' as const })
const atMost = (figure: number) => ({ figure, direction: 'atMost' as const })
/** A live figure in percent. */
const liveShare = (value: number) => ({ value, p10: null, p90: null, hours: 100, unknownHours: 0, uncheckedHours: 0 })

function sketchOf(speeds: readonly (readonly [number | undefined, number])[]) {
  const sketch = new SpeedSketch()
  for (const [speed, hours] of speeds) sketch.add(speed, hours * HOUR_MS)
  return sketch.stored()
}

const sumOf = (parts: readonly { value: number }[]) => parts.reduce((sum, { value }) => sum + value, 0)

/** A day on which a machine ran at some speeds for some hours each; undefined: unknown. */
function dayOf(day: string, recipe: string, speeds: readonly (readonly [number | undefined, number])[]): RunningDay {
  return { machineKey: 1, day, recipe, styleId: null, sketch: sketchOf(speeds) }
}

test('a gap names what tests showed, what slower recipes cost, and what is left', () => {
  const days = [dayOf('2026-11-23', 'tray', [[80, 6]]), dayOf('2026-11-24', 'skin', [[60, 2]])]
  const parts = speedGap(atLeast(90), liveSpeed(days, tenths), tenths, {
    tested: { factory: 88, site: 85 },
    days,
    set: [],
  })
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ['factoryTest', null, 2],
    ['siteTest', null, 3],
    ['recipe', 'skin', 5],
  ])
  expect(parts[2]).toMatchObject({ share: 0.25, speed: 60 })
  expect(
    speedGap(atLeast(80), liveSpeed(days, tenths), tenths, { tested: { factory: 88, site: null }, days, set: [] }),
  ).toEqual([])
})

test('five slower recipes are named, and what the others cost together is a part too: nothing of it is unexplained', () => {
  const slower = [70, 68, 66, 64, 62, 79, 78].map((speed, place) => dayOf('2026-11-24', `r${place}`, [[speed, 1]]))
  const days = [dayOf('2026-11-23', 'best', [[80, 3]]), ...slower]
  const basis = { tested: { factory: null, site: null }, days, set: [] }
  const parts = speedGap(atLeast(90), liveSpeed(days, tenths), tenths, basis)
  expect(parts.filter(({ kind }) => kind === 'recipe').map(({ name }) => name)).toEqual(['r4', 'r3', 'r2', 'r1', 'r0'])
  expect(parts.find(({ kind }) => kind === 'otherRecipes')).toMatchObject({ name: null, share: 0.2, value: 0.3 })
  expect(sumOf(parts)).toBeCloseTo(90 - (liveSpeed(days, tenths)?.value ?? 0))
})

test('what the fastest recipe is set lower is a part of its own, and a slower recipe is none of it', () => {
  const days = [dayOf('2026-11-23', 'tray', [[80, 6]]), dayOf('2026-11-24', 'skin', [[60, 2]])]
  const setTo = (tray: number) => [
    { recipe: 'tray', sketch: sketchOf([[tray, 6]]) },
    { recipe: 'skin', sketch: sketchOf([[61, 2]]) },
  ]
  const partsOf = (tray: number) =>
    speedGap(atLeast(90), liveSpeed(days, tenths), tenths, {
      tested: { factory: null, site: 85 },
      days,
      set: setTo(tray),
    })
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
  const live = liveShare(80)
  const groups = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name, place) => ({ name, ms: (place + 1) * 36_000 }))
  const parts = availabilityGap(atLeast(94), live, hundredths, { plannedMs: 3_600_000, groups })
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ...['H', 'G', 'F', 'E', 'D', 'C'].map((name, place) => ['stops', name, 8 - place]),
    ['otherStops', null, 3],
    ['allowed', null, -6],
    // 36 % are stops with a reason; the live figure knows of 20 %.
    ['unexplained', null, -16],
  ])
  expect(availabilityGap(atLeast(80), live, hundredths, { plannedMs: 3_600_000, groups })).toEqual([])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), fc.array(fc.integer({ min: 0, max: 999_999 })), (value, times) => {
      const found = availabilityGap(atLeast(99.5), { ...live, value: value / 100 }, hundredths, {
        plannedMs: 1_000_000,
        groups: times.map((ms, place) => ({ name: String(place), ms })),
      })
      expect(sumOf(found)).toBeCloseTo(Math.max(0, 99.5 - value / 100), 6)
    }),
    { seed, numRuns: 200 },
  )
})

test('what rounding takes is nothing unexplained', () => {
  const live = liveShare(99)
  const groups = ['A', 'B', 'C'].map((name) => ({ name, ms: 10_000 }))
  const parts = availabilityGap(atLeast(100), live, hundredths, { plannedMs: 3_000_000, groups })
  expect(parts.map(({ kind, value }) => [kind, value])).toEqual([
    ['stops', 0.34],
    ['stops', 0.33],
    ['stops', 0.33],
  ])
})

test('a speed that is promised at most is exceeded by what tests showed, a higher set speed, and faster recipes', () => {
  const days = [dayOf('2026-11-23', 'tray', [[80, 6]]), dayOf('2026-11-24', 'skin', [[60, 2]])]
  const set = [{ recipe: 'skin', sketch: sketchOf([[58, 2]]) }]
  const basis = { tested: { factory: 55, site: null }, days, set }
  const parts = speedGap(atMost(50), liveSpeed(days, tenths), tenths, basis)
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ['factoryTest', null, 5],
    ['setSpeed', null, 3],
    ['recipe', 'tray', 15],
    ['unexplained', null, 7],
  ])
  expect(parts[2]).toMatchObject({ share: 0.75, speed: 80, rate: null })
  expect(speedGap(atMost(80), liveSpeed(days, tenths), tenths, basis)).toEqual([])
})

test('an availability that is promised at most is exceeded by what is left for stops, less the stops', () => {
  const groups = [{ name: 'Film', ms: 36_000 }]
  const parts = availabilityGap(atMost(94), liveShare(98), hundredths, { plannedMs: 3_600_000, groups })
  expect(parts.map(({ kind, value }) => [kind, value])).toEqual([
    ['stops', -1],
    ['allowed', 6],
    ['unexplained', -1],
  ])
  expect(availabilityGap(atMost(94), liveShare(93), hundredths, { plannedMs: 3_600_000, groups })).toEqual([])
})

test('rejects are more by what tests showed, by recipes with more than the best one, and by what is left', () => {
  const recipes = [
    { recipe: 'tray', cycles: 40_000, rejects: 400 },
    { recipe: 'skin', cycles: 20_000, rejects: 800 },
    // Nothing of so few cycles is the best one.
    { recipe: 'trial', cycles: 900, rejects: 0 },
  ]
  const basis = { tested: { factory: 0.6, site: 0.9 }, cycles: 100_000, recipes }
  const parts = rejectGap(atMost(0.8), liveShare(2.5), hundredths, basis)
  expect(parts.map(({ kind, name, value }) => [kind, name, value])).toEqual([
    ['factoryTest', null, -0.2],
    ['siteTest', null, 0.3],
    ['recipe', 'skin', 0.6],
    ['unexplained', null, 1],
  ])
  expect(parts[2]).toMatchObject({ share: 0.2, rate: 4, speed: null })
  expect(rejectGap(atMost(2.5), liveShare(2.5), hundredths, basis)).toEqual([])
  // Some machines must reject: then it is the other way round.
  expect(
    rejectGap({ figure: 4, direction: 'atLeast' }, liveShare(2.5), hundredths, basis).map(({ kind, name }) => [
      kind,
      name,
    ]),
  ).toEqual([
    ['factoryTest', null],
    ['siteTest', null],
    ['recipe', 'tray'],
    ['recipe', 'trial'],
    ['unexplained', null],
  ])
})

test.each([2, 3])(
  'the parts of a gap of rejects add up to it at %i decimals, whatever was tested and counted',
  (decimals) => {
    const size = 10 ** decimals
    const percent = fc.integer({ min: 0, max: 100 * size }).map((count) => count / size)
    const recipe = fc.record({
      recipe: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
      cycles: fc.integer({ min: 0, max: 90_000 }),
      rejects: fc.integer({ min: 0, max: 100_000 }),
    })
    const basis = fc.record({
      tested: fc.record({ factory: fc.option(percent), site: fc.option(percent) }),
      cycles: fc.integer({ min: 1_000, max: 500_000 }),
      recipes: fc.uniqueArray(recipe, { maxLength: 7, selector: (one) => one.recipe }),
    })
    fc.assert(
      fc.property(
        percent,
        percent,
        fc.constantFrom('atLeast' as const, 'atMost' as const),
        basis,
        (figure, value, direction, held) => {
          const parts = rejectGap({ figure, direction }, liveShare(value), roundTo(decimals), held)
          const gap = direction === 'atMost' ? value - figure : figure - value
          expect(sumOf(parts)).toBeCloseTo(Math.max(0, gap), 9)
          expect(parts.length > 0).toBe(gap > 0)
          expect(parts.every((part) => part.value !== 0 && Number((part.value * size).toFixed(6)) % 1 === 0)).toBe(true)
        },
      ),
      { seed, numRuns: 500 },
    )
  },
)

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
      fc.constantFrom('atLeast' as const, 'atMost' as const),
      tested,
      fc.array(day, { maxLength: 12 }),
      fc.array(day, { maxLength: 6 }),
      (figure, direction, tests, all, others) => {
        const days = all.map((one) => dayOf(one.day, one.recipe, one.speeds))
        const set = others.map(({ recipe, speeds }) => ({ recipe, sketch: sketchOf(speeds) }))
        const live = liveSpeed(days, round)
        const parts = speedGap({ figure, direction }, live, round, { tested: tests, days, set })
        const { difference } = judge({ kind: 'speed', direction, unit: 'per min', packsPerCycle: null, figure }, live)
        const sign = direction === 'atLeast' ? 1 : -1
        if (live === null || sign * (figure - live.value) <= 0) {
          expect(parts).toEqual([])
          return
        }
        const sum = sumOf(parts)
        expect(sum).toBeCloseTo(sign * (figure - live.value), 9)
        expect(parts.length).toBeGreaterThan(0)
        expect(parts.every(({ value }) => value !== 0 && Number((value * size).toFixed(6)) % 1 === 0)).toBe(true)
        // Where the figure has all of the decimals, so has the difference that is shown.
        if (Math.round(figure * size) % 10 !== 0) expect(sum).toBeCloseTo(-sign * (difference ?? 0), 9)
      },
    ),
    { seed, numRuns: 500 },
  )
})
