import { expect, test } from 'vitest'
import { limitWords } from './lengths.ts'

test.each([
  [45, '45 s'],
  [60, '1 min'],
  [90, '90 s'],
  [900, '15 min'],
  [7200, '2 h'],
])('a limit of %i seconds is %s', (seconds, words) => {
  expect(limitWords(seconds)).toBe(words)
})
