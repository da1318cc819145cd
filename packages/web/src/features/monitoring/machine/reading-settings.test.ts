import { expect, it } from 'vitest'
import { formatLimit } from '../../../lib/format/measures.ts'
import { judged } from './reading-settings.ts'

it.each([
  [28, { from: 20, to: 35 }, 'Normal 20 to 35', false],
  [35, { from: 20, to: 35 }, 'Normal 20 to 35', false],
  [35.1, { from: 20, to: 35 }, 'Above normal 35', true],
  [19.9, { from: 20, to: 35 }, 'Below normal 20', true],
  [undefined, { from: 20, to: 35 }, 'Normal 20 to 35', false],
  [0.4, { from: Number.NEGATIVE_INFINITY, to: 0.8 }, 'Normal up to 0.8', false],
  [0.9, { from: Number.NEGATIVE_INFINITY, to: 0.8 }, 'Above normal 0.8', true],
  [5.8, { from: 5.5, to: Number.POSITIVE_INFINITY }, 'Normal from 5.5', false],
  [5.4, { from: 5.5, to: Number.POSITIVE_INFINITY }, 'Below normal 5.5', true],
])('of %s on the range %o it says %s', (value, range, words, isOutside) => {
  expect(judged(value, range, formatLimit)).toEqual({ words, isOutside })
})
