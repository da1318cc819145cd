import { expect, test } from 'vitest'
import { decidedByNewest, REJECTS_SPEAK_MS } from './reported-rejects.ts'

const window = { from: 1_000 * REJECTS_SPEAK_MS, to: 1_007 * REJECTS_SPEAK_MS }

test.each([
  ['was never there', null, false],
  ['lies years back', 0, false],
  ['lies longer before the window than a reading speaks', window.from - REJECTS_SPEAK_MS - 1, false],
  ['speaks into the window', window.from - REJECTS_SPEAK_MS, true],
  ['lies in the window', window.to - 1, true],
  ['lies behind the window', window.to, undefined],
])('where the newest reading of rejects %s, %s decides %s', (_, rejectsAt, expected) => {
  expect(decidedByNewest(rejectsAt, window)).toBe(expected)
})
