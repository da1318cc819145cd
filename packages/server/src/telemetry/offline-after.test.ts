import { describe, expect, test } from 'vitest'
import { speaksUntil } from './offline-after.ts'

const AT = Date.UTC(2026, 10, 21, 12)
const SECOND = 1_000

describe('a record speaks for its machine', () => {
  test('as long as "offline after" says', () => {
    expect(speaksUntil({ staleAfterSeconds: 60 }, AT)).toBe(AT + 60 * SECOND)
    expect(speaksUntil({ staleAfterSeconds: 60, formerStaleAfter: null }, AT)).toBe(AT + 60 * SECOND)
  })

  test.each([
    ['a change long after it moves nothing', [{ until: 600, seconds: 60 }], 900, 60],
    ['a change before it holds', [{ until: -1, seconds: 60 }], 900, 900],
    ['a change while it speaks makes it longer', [{ until: 40, seconds: 60 }], 900, 900],
    ['a change while it speaks makes it shorter', [{ until: 40, seconds: 60 }], 50, 50],
    ['but never ends it before the change', [{ until: 40, seconds: 60 }], 10, 40],
    [
      'of several changes each holds for its time',
      [
        { until: -100, seconds: 5 },
        { until: 30, seconds: 60 },
        { until: 100, seconds: 120 },
      ],
      10,
      100,
    ],
  ])('and %s', (_, changes, staleAfterSeconds, seconds) => {
    const formerStaleAfter = changes.map((change) => ({ ...change, until: AT + change.until * SECOND }))
    expect(speaksUntil({ staleAfterSeconds, formerStaleAfter }, AT)).toBe(AT + seconds * SECOND)
  })
})
