import { expect, test } from 'vitest'
import { inOrder } from './category-order.ts'

test('categories follow the one that they are part of, and one of an unknown parent is at the top', () => {
  const rows = [
    { id: 'a', name: 'Jaws', parentId: 'top' },
    { id: 'top', name: 'Sealing', parentId: null },
    { id: 'b', name: 'Heated jaws', parentId: 'a' },
    { id: 'c', name: 'Lost', parentId: 'elsewhere' },
  ]
  expect(inOrder(rows).map(({ id, depth }) => [id, depth])).toEqual([
    ['top', 0],
    ['a', 1],
    ['b', 2],
    ['c', 0],
  ])
})
