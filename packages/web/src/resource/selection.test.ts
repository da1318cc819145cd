import { describe, expect, it } from 'vitest'
import {
  clearSelection,
  emptySelection,
  extendBy,
  extendTo,
  keepVisible,
  moveCursor,
  toggleAll,
  toggleRow,
} from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

describe('the cursor', () => {
  it('starts at the first row going down and at the last going up', () => {
    expect(moveCursor(emptySelection, order, 1).cursor).toBe('a')
    expect(moveCursor(emptySelection, order, -1).cursor).toBe('e')
  })

  it('stops at the ends', () => {
    expect(moveCursor({ ...emptySelection, cursor: 'e' }, order, 1).cursor).toBe('e')
    expect(moveCursor({ ...emptySelection, cursor: 'b' }, order, -10).cursor).toBe('a')
  })

  it('leaves the selection as it is', () => {
    const selected = toggleRow(emptySelection, 'b')
    expect([...moveCursor(selected, order, 1).ids]).toEqual(['b'])
  })
})

describe('extending', () => {
  it('selects from where it began to the cursor', () => {
    const start = { ...emptySelection, cursor: 'b' }
    const down = extendBy(extendBy(start, order, 1), order, 1)
    expect([...down.ids]).toEqual(['b', 'c', 'd'])
    expect(down.cursor).toBe('d')
  })

  it('gives back what it took when it turns around', () => {
    const down = extendBy(extendBy({ ...emptySelection, cursor: 'b' }, order, 1), order, 1)
    expect([...extendBy(down, order, -1).ids]).toEqual(['b', 'c'])
    expect([...extendBy(extendBy(extendBy(down, order, -1), order, -1), order, -1).ids]).toEqual(['a', 'b'])
  })

  it('keeps what was selected before', () => {
    const before = moveCursor(toggleRow(emptySelection, 'a'), order, 2)
    expect([...extendTo(before, order, 'd').ids].sort()).toEqual(['a', 'c', 'd'])
  })
})

describe('all and nothing', () => {
  it('selects all in sight and lets go of all', () => {
    const all = toggleAll(emptySelection, order)
    expect(all.ids.size).toBe(5)
    expect(toggleAll(all, order).ids.size).toBe(0)
  })

  it('clears the selection but stays at its row', () => {
    expect(clearSelection(toggleRow(emptySelection, 'c'))).toMatchObject({ cursor: 'c', ids: new Set() })
  })

  it('lets go of rows that are no longer shown', () => {
    const selected = toggleRow(toggleRow(emptySelection, 'a'), 'e')
    expect(keepVisible(selected, ['a', 'b'])).toMatchObject({ ids: new Set(['a']), cursor: undefined })
  })

  it('stays the same object while everything is shown', () => {
    const selected = toggleRow(emptySelection, 'a')
    expect(keepVisible(selected, order)).toBe(selected)
  })
})
