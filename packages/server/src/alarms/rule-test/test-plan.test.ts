import { expect, test } from 'vitest'
import { partOf } from './test-plan.ts'

test('The records of a test are shared out: who needs less than its part leaves the rest to the others', () => {
  expect(partOf([10, 20, 30], 60)).toBe(Number.POSITIVE_INFINITY)
  expect(partOf([10, 20, 31], 60)).toBe(30)
  expect(partOf([100, 10, 100], 60)).toBe(25)
  expect(partOf([100, 100, 100], 60)).toBe(20)
  expect(partOf([], 60)).toBe(Number.POSITIVE_INFINITY)
})
