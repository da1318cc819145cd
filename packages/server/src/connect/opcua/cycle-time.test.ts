import { expect, test } from 'vitest'
import { cycleTime } from './cycle-time.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const NEVER = Number.NEGATIVE_INFINITY

test.each([
  ['the newest source time', NOW - 500, NEVER, NOW - 500, false],
  ['the arrival where no time is reported', undefined, NEVER, NOW, false],
  ['the arrival where the values are older than a minute', NOW - 3_600_000, NEVER, NOW, false],
  ['a time that is a little ahead, as of any device', NOW + 60_000, NEVER, NOW + 60_000, false],
  ['the arrival where the clock is an hour ahead, which is reported', NOW + 3_600_000, NEVER, NOW, true],
  ['one millisecond on where another value has the same time', NOW - 500, NOW - 500, NOW - 499, false],
  ['one millisecond on where the source is behind what was already reported', NOW - 500, NOW - 100, NOW - 99, false],
])('a record has %s', (_what, newest, before, at, isAhead) => {
  expect(cycleTime(newest, before, NOW)).toEqual({ at, isAhead })
})
