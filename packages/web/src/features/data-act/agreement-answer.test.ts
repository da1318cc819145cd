import { expect, test } from 'vitest'
import { hasEnded } from './agreement-answer.ts'

const NOW = Date.UTC(2026, 10, 30, 23, 59)

test.each([
  [null, false],
  ['2026-12-31', false],
  ['2026-11-30', false],
  ['2026-11-29', true],
])('an agreement until %s has ended on 2026-11-30: %s', (endedOn, ended) => {
  expect(hasEnded({ endedOn }, NOW)).toBe(ended)
})
