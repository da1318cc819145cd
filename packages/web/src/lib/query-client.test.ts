import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isWorthRetrying, retryDelay } from './query-client.ts'

const error = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ code: 'unknown', status, title: 'x', retryAfterSeconds })

it.each([
  [0, error(503), true],
  [1, error(500), true],
  [2, error(503), false],
  [0, error(429, 30), false],
  [0, error(404), false],
  [0, new TypeError('Failed to fetch'), true],
])('after %i failures %s is worth retrying: %s', (failures, cause, expected) => {
  expect(isWorthRetrying(failures, cause)).toBe(expected)
})

it('a retry waits as long as the server asks for, and otherwise longer each time', () => {
  expect(retryDelay(0, error(503, 7))).toBe(7_000)
  expect([0, 1, 2].map((failures) => retryDelay(failures, error(500)))).toEqual([1_000, 2_000, 4_000])
})
