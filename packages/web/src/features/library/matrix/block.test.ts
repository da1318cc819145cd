import { expect, test } from 'vitest'
import { atOnly, blockOf, findNext, heldWithin, placesOf, sizeOf } from './block.ts'

test('A block is the same from whichever corner it was drawn', () => {
  const block = { row: 1, rowEnd: 4, column: 2, columnEnd: 4 }
  expect(blockOf({ anchor: { row: 3, column: 2 }, at: { row: 1, column: 3 } })).toEqual(block)
  expect(sizeOf(block)).toBe(6)
  expect(placesOf(block).slice(0, 3)).toEqual([
    { row: 1, column: 2 },
    { row: 1, column: 3 },
    { row: 2, column: 2 },
  ])
  expect(sizeOf(blockOf(atOnly({ row: 5, column: 5 })))).toBe(1)
})

test('A selection stays within a grid that has become smaller', () => {
  const selection = { anchor: { row: 9, column: 1 }, at: { row: 2, column: 9 } }
  expect(heldWithin(selection, { rows: 4, columns: 3 })).toEqual({
    anchor: { row: 3, column: 1 },
    at: { row: 2, column: 2 },
  })
  expect(heldWithin(selection, { rows: 0, columns: 0 })).toEqual(atOnly({ row: 0, column: 0 }))
})

test('The next open question goes along the rows, round the end, and comes back to where it began last', () => {
  const size = { rows: 2, columns: 3 }
  const open = new Set(['0 1', '1 0'])
  const isOpen = ({ row, column }: { row: number; column: number }) => open.has(`${row} ${column}`)
  expect(findNext(size, { row: 0, column: 1 }, isOpen)).toEqual({ row: 1, column: 0 })
  expect(findNext(size, { row: 1, column: 0 }, isOpen)).toEqual({ row: 0, column: 1 })
  expect(findNext(size, { row: 1, column: 2 }, ({ row, column }) => row === 1 && column === 2)).toEqual({
    row: 1,
    column: 2,
  })
  expect(findNext(size, { row: 0, column: 0 }, () => false)).toBeUndefined()
})
