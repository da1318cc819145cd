import { expect, test } from 'vitest'
import { rejectRateOf } from './reject-rate.ts'

test('rejects that nobody counts are not known, and of a few cycles one more would decide', () => {
  expect(rejectRateOf(undefined)).toBeNull()
  expect(rejectRateOf({ cycles: 20, rejects: 1 })).toBeNull()
  expect(rejectRateOf({ cycles: 50_000, rejects: 0 })).toBe(0)
  expect(rejectRateOf({ cycles: 50_000, rejects: 400 })).toBe(0.008)
})
