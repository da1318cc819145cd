import { describe, expect, test } from 'vitest'
import { walksInOrder, windowOf } from './page-window.ts'

describe('the window of a page', () => {
  test('has the rows of the page and one more, whichever end it is counted from', () => {
    for (const total of [0, 1, 24, 25, 26, 99, 100, 101]) {
      const rows = Array.from({ length: total }, (_, n) => n)
      for (let page = 1; page <= 6; page++) {
        const { skip, take, backward } = windowOf({ page, pageSize: 25 }, total)
        const read = (backward ? rows.toReversed() : rows).slice(skip, skip + take)
        expect(backward ? read.toReversed() : read).toEqual(rows.slice((page - 1) * 25, page * 25 + 1))
      }
    }
  })

  test('never skips more than half of the rows', () => {
    for (let page = 1; page <= 40; page++) expect(windowOf({ page, pageSize: 25 }, 1_000).skip).toBeLessThanOrEqual(500)
  })

  test('takes nothing after the last page', () => {
    expect(windowOf({ page: 1_000_000, pageSize: 200 }, 7)).toMatchObject({ take: 0 })
  })
})

describe('a list is walked in its order', () => {
  const window = { skip: 0, take: 25, backward: false }

  test('where many rows are found, and not where few are', () => {
    expect(walksInOrder(window, { total: 10_000, stored: 100_000 })).toBe(true)
    expect(walksInOrder(window, { total: 500, stored: 100_000 })).toBe(false)
    expect(walksInOrder({ ...window, skip: 5_000 }, { total: 10_000, stored: 100_000 })).toBe(false)
  })

  test('also if the table was not counted yet', () => {
    expect(walksInOrder(window, { total: 10_000, stored: -1 })).toBe(true)
    expect(walksInOrder(window, { total: 0, stored: -1 })).toBe(false)
  })
})
