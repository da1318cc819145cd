import { expect, test } from 'vitest'
import { CounterCourse } from './counter-course.ts'
import { unrolled } from './unrolled.ts'

const MINUTE_MS = 60_000
const unknown = () => 0
/** So many cycles per minute, per ms. */
const pace = (perMinute: number) => () => perMinute / MINUTE_MS

test.each([
  ['goes on where the counter does', 40, 1_030, unknown, 1_040],
  ['goes on over a wrap', 5, 1_990, unknown, 2_005],
  ['goes back where the counter stepped back', 5, 1_040, unknown, 1_005],
  ['begins with what the counter shows after a reset', 5, 1_600, unknown, 5],
  ['begins at 0 with a reset to 0', 0, 1_040, unknown, 0],
  ['stays the same for the same reading again', 5, 2_005, unknown, 2_005],
  ['goes on over a wrap at the pace before', 50, 1_900, pace(60), 2_050],
  ['begins again where a wrap would take the pace several times', 50, 1_900, pace(20), 50],
  ['goes back over the start of the range', 995, 2_004, pace(20), 1_995],
  ['goes on through the whole range where the pace allows it', 995, 2_004, pace(1_000), 2_995],
  ['does not go back below the range', 995, 4, unknown, 995],
])('the total behind a counter of 1,000 %s', (_, raw, total, paceOf, expected) => {
  expect(unrolled(raw, 1_000, { at: 0, value: total }, MINUTE_MS, paceOf)).toBe(expected)
})

/** Totals of readings given as [minute, shown], in the order in which they come. */
function totalsOf(rolloverAt: number, readings: readonly [number, number][]): number[] {
  const course = new CounterCourse()
  return readings.map(([minute, raw]) => {
    const total = course.totalOf(raw, rolloverAt, minute * MINUTE_MS)
    course.add(minute * MINUTE_MS, total)
    return total
  })
}

test('the totals of a counter begin again where it was reset, and go on from there', () => {
  const readings = [64_000, 64_900, 300, 1_200, 0, 40].map((raw, minute): [number, number] => [minute, raw])
  expect(totalsOf(65_536, readings)).toEqual([64_000, 64_900, 65_836, 66_736, 0, 40])
})

test('a late reading has the total of its time, before or after a reset, and the same one when it comes again', () => {
  const totals = totalsOf(10_000, [
    [0, 9_800],
    [1, 200],
    [3, 600],
    [5, 45],
    [2, 400],
    [4, 5],
    [2, 400],
  ])
  expect(totals).toEqual([9_800, 10_200, 10_600, 45, 10_400, 5, 10_400])
})

test('a reading that is older than all that are known lies below them', () => {
  const course = new CounterCourse()
  course.addNewer(MINUTE_MS, 2_005)
  expect(course.totalOf(990, 1_000, 0)).toBe(1_990)
  expect(new CounterCourse().totalOf(40, 1_000, 0)).toBe(40)
})

test('what is beyond the range is taken as it is', () => {
  const course = new CounterCourse()
  course.addNewer(0, 2_005)
  expect(course.totalOf(1_500, 1_000, MINUTE_MS)).toBe(1_500)
})

test('a counter that shows the end of its range has gone on to it, and goes on from there', () => {
  const course = new CounterCourse()
  course.addNewer(0, 99_981)
  const totals = [9_999, 9_999, 5].map((raw, place) => {
    const at = (place + 1) * 5 * MINUTE_MS
    const total = course.totalOf(raw, 9_999, at)
    course.add(at, total)
    return total
  })
  expect(totals).toEqual([99_990, 99_990, 99_995])
  expect(
    totalsOf(9_999, [
      [0, 0],
      [300, 9_999],
      [305, 9_999],
      [310, 12],
    ]),
  ).toEqual([0, 9_999, 9_999, 10_011])
})
