import { expect, test } from 'vitest'
import { cellBeside, gridAct } from './grid-keys.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
/** A head of one cell, a line of three, and a place to add of one. */
const cellsOf = (row: number) => [1, 3, 1][row] ?? 0

test('Tab goes from cell to cell in the order of reading, and out of the grid at both ends', () => {
  expect(gridAct({ ...plain, key: 'Tab' })).toEqual({ act: 'step', by: 1 })
  expect(gridAct({ ...plain, key: 'Tab', shiftKey: true })).toEqual({ act: 'step', by: -1 })
  const walk = (by: 1 | -1, from: { row: number; column: number }) => {
    const places: string[] = []
    for (let at: typeof from | undefined = from; at; at = cellBeside(at, by, 3, cellsOf))
      places.push(`${at.row}.${at.column}`)
    return places
  }
  expect(walk(1, { row: 0, column: 0 })).toEqual(['0.0', '1.0', '1.1', '1.2', '2.0'])
  expect(walk(-1, { row: 2, column: 0 })).toEqual(['2.0', '1.2', '1.1', '1.0', '0.0'])
})

test('Escape lets the next Tab leave the grid', () => {
  expect(gridAct({ ...plain, key: 'Escape' })).toEqual({ act: 'release' })
})
