import { expect, test } from 'vitest'
import { progressOf, together } from './order-progress.ts'
import { endOf, startOf } from './recipe-changes.ts'

const MINUTE_MS = 60_000
const recent = { goodCycles: 600, lengthMs: 60 * MINUTE_MS, unknownMs: 0 }

test('the rest of an order takes as much planned time as it does at the rate of the last hour', () => {
  const input = { target: 2_000, goodCycles: 1_400, recent }
  expect(progressOf(input)).toEqual({ goodPerMinute: 10, leftMs: 60 * MINUTE_MS })
  // Half an hour was not heard: what was counted is that of the other half.
  expect(progressOf({ ...input, recent: { ...recent, unknownMs: 30 * MINUTE_MS } })).toEqual({
    goodPerMinute: 20,
    leftMs: 30 * MINUTE_MS,
  })
})

test('an hour in two parts is one hour, of which a part may not be measured', () => {
  const part = { lengthMs: 20 * MINUTE_MS, unknownMs: 5 * MINUTE_MS }
  const silent = { ...part, goodCycles: null }
  expect(together([{ ...part, goodCycles: 7 }, { ...part, goodCycles: 8 }, silent])).toEqual({
    goodCycles: 15,
    lengthMs: 60 * MINUTE_MS,
    unknownMs: 15 * MINUTE_MS,
  })
  expect(together([silent]).goodCycles).toBeNull()
  expect(together([])).toEqual({ goodCycles: null, lengthMs: 0, unknownMs: 0 })
})

test('no end is expected where too little is known, nothing is made, or the target is reached', () => {
  const none = { goodPerMinute: null, leftMs: null }
  const input = { target: 2_000, goodCycles: 1_400, recent }
  expect(progressOf({ ...input, goodCycles: null })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, goodCycles: null } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, lengthMs: 4 * MINUTE_MS } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, unknownMs: 31 * MINUTE_MS } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, goodCycles: 0 } })).toEqual({ goodPerMinute: 0, leftMs: null })
  expect(progressOf({ ...input, goodCycles: 2_000 })).toEqual({ goodPerMinute: 10, leftMs: null })
})

test('an order starts when its recipe comes in the place of another one, and one that was there all along at the planned start', () => {
  const changes = [
    { at: 1, value: 'A' },
    { at: 2, value: 'B' },
    { at: 3, value: 'A' },
    { at: 4, value: null },
    { at: 5, value: 'A' },
  ]
  expect(startOf(changes, 'A', 10)).toBe(3)
  expect(startOf(changes.slice(2), 'A', 10)).toBe(10)
  expect(startOf(changes.slice(2), 'A', 2)).toBe(3)
  expect(startOf([], 'A', 10)).toBe(10)
})

test('a recipe is the same in whatever case a machine writes it', () => {
  const changes = [
    { at: 1, value: 'SKIN' },
    { at: 2, value: 'TRAY ' },
    { at: 3, value: 'tray' },
    { at: 4, value: 'skin' },
  ]
  expect(startOf(changes.slice(0, 3), 'Tray', 10)).toBe(2)
  expect(endOf(changes.slice(1), 'Tray')).toBe(4)
})

test('an order ends when another recipe is reported, not when none is', () => {
  const changes = [
    { at: 1, value: 'A' },
    { at: 2, value: null },
    { at: 3, value: 'B' },
  ]
  expect(endOf(changes, 'A')).toBe(3)
  expect(endOf(changes.slice(0, 2), 'A')).toBeUndefined()
})
