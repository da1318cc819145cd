import { expect, test } from 'vitest'
import { type RunningDay, SpeedSketch } from '../library/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { judge, liveSpeed, mondayOf, roundingOf, speedByWeek, weeksUntil } from './actual.ts'
import { speedGap } from './gap.ts'
import { liveFigure } from './live-figure.ts'
import { tenths } from './rounding.ts'
import { NO_SHARES } from './shares.queries.ts'

/** A day on which a machine ran at some speeds for some hours each; undefined: unknown. */
function dayOf(day: string, recipe: string, speeds: readonly (readonly [number | undefined, number])[]): RunningDay {
  const sketch = new SpeedSketch()
  for (const [speed, hours] of speeds) sketch.add(speed, hours * HOUR_MS)
  return { machineKey: 1, day, recipe, styleId: null, sketch: sketch.stored() }
}

test('weeks begin on Monday and end with the last whole day', () => {
  expect(weeksUntil(Date.parse('2026-11-26T10:00:00Z'), 1)).toEqual({ from: '2026-11-23', to: '2026-11-25' })
  expect(weeksUntil(Date.parse('2026-11-23T00:00:00Z'), 2)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(['2026-11-23', '2026-11-29', '2026-01-01'].map(mondayOf)).toEqual(['2026-11-23', '2026-11-23', '2025-12-29'])
})

test('the live speed is the median of the time with a known speed', () => {
  const days = [
    dayOf('2026-11-23', 'a', [
      [60, 1],
      [80, 3],
    ]),
    dayOf('2026-11-24', 'a', [
      [100, 1],
      [undefined, 2],
    ]),
  ]
  expect(liveSpeed(days, tenths)).toEqual({
    value: 80,
    p10: 60,
    p90: 100,
    hours: 5,
    unknownHours: 2,
    uncheckedHours: 0,
  })
  expect(liveSpeed([dayOf('2026-11-23', 'a', [[undefined, 2]])], tenths)).toBeNull()
  expect(liveSpeed([], tenths)).toBeNull()
})

test('each week has its own median, and weeks without a known speed are absent', () => {
  const days = [
    dayOf('2026-11-22', 'a', [[50, 1]]),
    dayOf('2026-11-09', 'a', [[undefined, 4]]),
    dayOf('2026-11-23', 'a', [[70, 1]]),
    dayOf('2026-11-25', 'a', [[70, 2]]),
  ]
  expect(speedByWeek(days, tenths).map(({ week, median, hours }) => [week, median, hours])).toEqual([
    ['2026-11-16', 50, 1],
    ['2026-11-23', 70, 3],
  ])
})

test('not measured is not missed, and the direction says which way is better', () => {
  const live = (value: number, hours: number) => ({
    value,
    p10: null,
    p90: null,
    hours,
    unknownHours: 0,
    uncheckedHours: 0,
  })
  const speed = {
    kind: 'speed' as const,
    unit: 'per min',
    figure: 90,
    packsPerCycle: null,
    direction: 'atLeast' as const,
  }
  const rejects = {
    kind: 'rejectRate' as const,
    unit: '%',
    figure: 0.8,
    packsPerCycle: null,
    direction: 'atMost' as const,
  }
  expect(judge(speed, null)).toEqual({ difference: null, result: 'notMeasured' })
  expect(judge(speed, live(20, 0.9))).toEqual({ difference: null, result: 'notMeasured' })
  expect(judge(speed, live(71, 9))).toEqual({ difference: -19, result: 'missed' })
  expect(judge(speed, live(90, 9))).toEqual({ difference: 0, result: 'kept' })
  expect(judge(rejects, live(0.7, 9)).result).toBe('kept')
  expect(judge(rejects, live(0.9, 9)).result).toBe('missed')
  expect(judge(rejects, live(0.84, 9))).toEqual({ difference: 0.04, result: 'missed' })
})

test('a live speed has as many decimals as its promise', () => {
  const days = [dayOf('2026-11-24', 'a', [[0.84, 3]])]
  const said = (figure: number) => {
    const promise = {
      kind: 'speed' as const,
      direction: 'atLeast' as const,
      unit: 'per min',
      packsPerCycle: null,
      figure,
    }
    const live = liveSpeed(days, roundingOf(promise))
    return [live?.value, judge(promise, live)]
  }
  expect(said(0.82)).toEqual([0.84, { difference: 0.02, result: 'kept' }])
  expect(said(0.85)).toEqual([0.84, { difference: -0.01, result: 'missed' }])
  expect(said(0.8)).toEqual([0.8, { difference: 0, result: 'kept' }])
})

test('a figure of another measure than the product takes is not comparable, and is neither kept nor missed', () => {
  const live = { value: 30, p10: null, p90: null, hours: 9, unknownHours: 0, uncheckedHours: 0 }
  const said = (
    kind: 'speed' | 'availability' | 'rejectRate',
    figure: number,
    unit: string,
    packs: number | null = null,
  ) => judge({ kind, figure, unit, packsPerCycle: packs, direction: 'atLeast' }, live)
  const [nothing, missed] = [{ difference: null, result: 'notComparable' }, { result: 'missed' }]
  for (const unit of ['packs/h', 'trays/min', 'cycles/h', 'm/min', 'ppm', '/ 10 min', 'Hz'])
    expect([unit, said('speed', 1_800, unit)]).toEqual([unit, nothing])
  for (const unit of [
    'per min',
    'pro min',
    'cycles/min',
    'Cycles per minute',
    'Takte/min',
    '/min',
    '1/min',
    'min⁻¹',
    'cpm',
  ])
    expect([unit, said('speed', 90, unit)]).toEqual([unit, expect.objectContaining(missed)])
  for (const unit of ['packs/min', 'trays per min', 'Beutel/min', 'Stk./min', 'ppm', 'bpm'])
    expect([unit, said('speed', 90, unit), said('speed', 90, unit, 2)]).toEqual([
      unit,
      nothing,
      expect.objectContaining(missed),
    ])
  for (const unit of ['packs/h', 'm/min', 'kg/min', 'Hz'])
    expect([unit, said('speed', 90, unit, 2)]).toEqual([unit, nothing])
  expect(said('availability', 0.94, 'share')).toEqual(nothing)
  expect(said('availability', 0.94, '%')).toEqual(nothing)
  expect(said('availability', 940, '%')).toEqual(nothing)
  expect(said('availability', 94, ' % ')).toMatchObject(missed)
  expect(said('rejectRate', 0.8, '‰')).toEqual(nothing)
})

test('a speed in packs a minute is that of the cycles by the packs of each, in every figure', () => {
  const days = [dayOf('2026-11-23', 'tray', [[60, 6]]), dayOf('2026-11-24', 'skin', [[40, 2]])]
  const packs = {
    kind: 'speed' as const,
    unit: 'packs/min',
    figure: 140,
    packsPerCycle: 2,
    direction: 'atLeast' as const,
  }
  const live = liveFigure(packs, { days, uncheckedMs: 0 }, NO_SHARES)
  expect(live).toMatchObject({ value: 120, p10: 80, p90: 120, hours: 8 })
  expect(judge(packs, live)).toEqual({ difference: -20, result: 'missed' })
  expect(speedByWeek(days, tenths, 2).map(({ median }) => median)).toEqual([120])
  const set = [{ recipe: 'tray', sketch: days[0]?.sketch ?? new SpeedSketch().stored() }]
  const parts = speedGap(packs, live, tenths, { tested: { factory: 130, site: null }, days, set, perCycle: 2 })
  expect(parts.map(({ kind, value, speed }) => [kind, value, speed])).toEqual([
    ['factoryTest', 10, null],
    ['setSpeed', 10, 120],
    ['recipe', 10, 80],
    ['unexplained', -10, null],
  ])
  // A unit of cycles is what it was, whatever somebody has entered beside it.
  expect(liveFigure({ ...packs, unit: 'cycles/min' }, { days, uncheckedMs: 0 }, NO_SHARES)?.value).toBe(60)
  expect(liveFigure({ ...packs, packsPerCycle: null }, { days, uncheckedMs: 0 }, NO_SHARES)).toBeNull()
})
