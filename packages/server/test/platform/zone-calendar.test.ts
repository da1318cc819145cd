import { dayStarts, hourAround, hourStarts } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { sweepZone } from '../support/zone-sweep.ts'

/** Zones whose clocks were set by another time than an hour, or at another time than a full hour, or over midnight, and a date left out. */
test.each([
  ['Australia/Lord_Howe', 2026],
  ['Pacific/Chatham', 2026],
  ['America/St_Johns', 2010],
  ['Asia/Gaza', 2011],
  ['America/Caracas', 2007],
  ['America/Caracas', 2016],
  ['Asia/Pyongyang', 2015],
  ['Asia/Pyongyang', 2018],
  ['Pacific/Apia', 2011],
  ['America/Havana', 2026],
  ['Antarctica/Troll', 2026],
  ['Asia/Kathmandu', 2026],
  ['Europe/Oslo', 2026],
] as const)('the hours and days of %s in %i are those that its clock shows', (zone, year) => {
  sweepZone(zone, year, year)
})

test('an hour that the clock shows twice is two', () => {
  // At 3:00 it becomes 2:00.
  const [midnight, four] = ['2026-10-24T22:00:00Z', '2026-10-25T03:00:00Z'].map((time) => Date.parse(time))
  expect(hourStarts('Europe/Oslo', midnight ?? 0, four ?? 0)).toEqual(
    [1, 2, 3, 4].map((hours) => (midnight ?? 0) + hours * 3_600_000),
  )
})

test('an hour in which the clock is set back by half an hour is one', () => {
  // At 2:00 it becomes 1:30.
  const around = hourAround('Australia/Lord_Howe', Date.parse('2026-04-04T15:10:00Z'))
  expect([new Date(around.from).toISOString(), new Date(around.to).toISOString()]).toEqual([
    '2026-04-04T14:00:00.000Z',
    '2026-04-04T15:30:00.000Z',
  ])
})

test('a start is never that of the time that is asked about', () => {
  const midnight = Date.parse('2026-11-27T23:00:00Z')
  expect(hourStarts('Europe/Oslo', midnight, midnight + 3_600_000)).toEqual([])
  expect(dayStarts('Europe/Oslo', midnight - 1, midnight + 1)).toEqual([{ day: 20_785, at: midnight }])
})
