import { expect, test } from 'vitest'
import { liftOver } from './toast-place.ts'

test('a toast stands at the foot, above the controls that are there', () => {
  expect(liftOver([], 60, 800)).toBe(0)
  expect(liftOver([{ top: 700, bottom: 735 }], 60, 800)).toBe(0)
  const bar = { top: 750, bottom: 785 }
  expect(liftOver([bar], 60, 800)).toBe(50)
  // One more above them would be covered there.
  expect(liftOver([bar, { top: 700, bottom: 735 }], 60, 800)).toBe(100)
})

test('where controls fill the lower half it stays at the foot', () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({ top: row * 20, bottom: row * 20 + 18 }))
  expect(liftOver(rows, 60, 800)).toBe(0)
})
