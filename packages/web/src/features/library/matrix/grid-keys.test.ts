import { expect, test } from 'vitest'
import { nextPlace } from './grid-keys.ts'

const size = { rows: 40, columns: 20, page: 12 }
const middle = { row: 15, column: 7 }
const press = (key: string, from = middle, ctrlKey = false) => nextPlace({ key, ctrlKey, metaKey: false }, from, size)

test('Keys move within the grid and stop at its edges', () => {
  expect(press('ArrowDown')).toEqual({ row: 16, column: 7 })
  expect(press('ArrowLeft', { row: 0, column: 0 })).toEqual({ row: 0, column: 0 })
  expect(press('ArrowRight', middle, true)).toEqual({ row: 15, column: 19 })
  expect(press('ArrowUp', middle, true)).toEqual({ row: 0, column: 7 })
  expect(press('PageDown')).toEqual({ row: 27, column: 7 })
  expect(press('PageUp')).toEqual({ row: 3, column: 7 })
  expect(press('Home')).toEqual({ row: 15, column: 0 })
  expect(press('End', middle, true)).toEqual({ row: 39, column: 19 })
})

test('Other keys, and the browser’s own change of tabs, are left alone', () => {
  for (const key of ['Tab', 'a', ' ']) expect(press(key)).toBeUndefined()
  expect(press('PageDown', middle, true)).toBeUndefined()
})
