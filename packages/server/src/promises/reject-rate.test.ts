import { expect, test } from 'vitest'
import { rejectRateOf } from './reject-rate.ts'

test('rejects that nobody counts are not known, and of a few cycles one more would decide', () => {
  expect(rejectRateOf({ cycles: 50_000, rejects: 0, reportsRejects: false })).toBeNull()
  expect(rejectRateOf({ cycles: 20, rejects: 1, reportsRejects: true })).toBeNull()
  expect(rejectRateOf({ cycles: 50_000, rejects: 0, reportsRejects: true })).toBe(0)
  expect(rejectRateOf({ cycles: 50_000, rejects: 400, reportsRejects: true })).toBe(0.008)
})
