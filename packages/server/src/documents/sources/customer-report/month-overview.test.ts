import { expect, test } from 'vitest'
import { Written } from '../../written.ts'
import { shownWindow } from '../machine-report/shown-window.ts'
import { monthSpan } from './month.ts'
import { monthOverview } from './month-overview.ts'

const window = shownWindow('UTC', monthSpan('UTC', '2026-10').from, monthSpan('UTC', '2026-10').to)
const written = new Written('en', 'UTC')
const nothing = {
  speedSum: 0,
  speedCount: 0,
  temperatureSum: 0,
  temperatureCount: 0,
  humiditySum: 0,
  humidityCount: 0,
}
const counts = (cycles: number, rejects = 0, rejectsCount = 1) => ({
  ...nothing,
  records: 1,
  cycles,
  rejects,
  rejectsCount,
})

test('A month shows what all machines did on each day, and how that is to the month before', () => {
  const days = (first: number) => window.starts.map((_, place) => (place < 2 ? counts(first, 3) : undefined))
  const { cycles, figures } = monthOverview(
    [
      { days: days(600), before: counts(1_000, 12), alarms: { now: 3, before: 0 } },
      { days: days(400), before: undefined, alarms: { now: 1, before: 0 } },
    ],
    window,
    written,
  )
  expect(cycles.bars.map(({ height }) => height)).toEqual([1, 1])
  expect(cycles.most).toBe('1,000')
  expect(figures.map(({ value, trend }) => [value, trend])).toEqual([
    ['2,000', '+100% on 1,000 in the month before'],
    ['12', '0% on 12 in the month before'],
    ['4', null],
  ])
})

test('A month in which nothing was heard says so, and has no trend', () => {
  const silent = { days: window.starts.map(() => undefined), before: counts(5), alarms: { now: 0, before: 2 } }
  const { cycles, figures } = monthOverview([silent], window, written)
  expect([cycles.most, cycles.bars]).toEqual([null, []])
  expect(figures.map(({ value, trend }) => [value, trend])).toEqual([
    ['–', null],
    ['–', null],
    ['0', '−100% on 2 in the month before'],
  ])
})

test('A month in which no machine reported rejects has none to show', () => {
  const silent = { days: window.starts.map(() => counts(5, 0, 0)), before: counts(5, 2), alarms: { now: 0, before: 0 } }
  const { figures } = monthOverview([silent], window, written)
  expect(figures[1]).toMatchObject({ value: '–', trend: null })
})
