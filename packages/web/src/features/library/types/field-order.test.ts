import { describe, expect, it } from 'vitest'
import { inOrder, moved, placeAt } from './field-order.ts'

describe('a field that is moved', () => {
  it('goes down, up, and to both ends', () => {
    const list = ['a', 'b', 'c', 'd']
    expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(moved(list, 1, 1)).toEqual(list)
    expect(moved(list, 0, 3)).toEqual(['b', 'c', 'd', 'a'])
  })

  it('is put before the row whose middle is below the pointer', () => {
    const middles = [10, 30, 50, 70]
    expect(placeAt(middles, 0, 12)).toBe(0)
    expect(placeAt(middles, 0, 55)).toBe(2)
    expect(placeAt(middles, 3, 5)).toBe(0)
    expect(placeAt(middles, 1, 99)).toBe(3)
  })
})

describe('an order', () => {
  it('keeps fields that somebody has added meanwhile, and passes over those that are gone', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id }))
    expect(inOrder(rows, ['c', 'x', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(inOrder(rows, undefined)).toEqual(rows)
  })
})
