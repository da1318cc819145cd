import { expect, test } from 'vitest'
import { fittingCount } from './fitting-columns.ts'

test('As many columns are shown as fit; those that were dropped come back with the room', () => {
  const widths = { 6: 1_200, 5: 1_000, 4: 900 }
  expect(fittingCount(6, { widths, room: 1_300 })).toBe(6)
  expect(fittingCount(6, { widths, room: 1_100 })).toBe(5)
  expect(fittingCount(6, { widths, room: 700 })).toBe(3)
  expect(fittingCount(6, { widths: {}, room: 700 })).toBe(6)
})
