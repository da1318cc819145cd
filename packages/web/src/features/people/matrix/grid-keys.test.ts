import { expect, test } from 'vitest'
import { nextPlace } from './grid-keys.ts'

const size = { rows: 30, columns: 4 }
const middle = { row: 15, column: 2 }

function press(key: string, from = middle, ctrlKey = false) {
  return nextPlace({ key, ctrlKey, metaKey: false }, from, size)
}

test('Keys move within the grid and stop at its edges', () => {
  expect(press('ArrowDown')).toEqual({ row: 16, column: 2 })
  expect(press('ArrowLeft')).toEqual({ row: 15, column: 1 })
  expect(press('ArrowLeft', { row: 0, column: 0 })).toEqual({ row: 0, column: 0 })
  expect(press('ArrowDown', { row: 29, column: 3 })).toEqual({ row: 29, column: 3 })
  expect(press('PageUp')).toEqual({ row: 5, column: 2 })
  expect(press('PageDown', { row: 25, column: 0 })).toEqual({ row: 29, column: 0 })
  expect(press('Home')).toEqual({ row: 15, column: 0 })
  expect(press('End', middle, true)).toEqual({ row: 29, column: 3 })
  expect(press('Home', middle, true)).toEqual({ row: 0, column: 0 })
})

test('Other keys, and arrows with Ctrl, are left to the browser', () => {
  expect(press(' ')).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
  expect(press('ArrowDown', middle, true)).toBeUndefined()
})
