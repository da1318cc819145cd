import { expect, test } from 'vitest'
import { progressOf } from './order-progress.ts'
import { endOf, startOf } from './recipe-changes.ts'

const NOW = Date.UTC(2026, 10, 26, 12)
const MINUTE_MS = 60_000
const recent = { goodCycles: 600, lengthMs: 60 * MINUTE_MS, unknownMs: 0 }

test('an order is expected to end at the rate of the last hour', () => {
  const input = { target: 2_000, goodCycles: 1_400, recent, now: NOW }
  expect(progressOf(input)).toEqual({ goodPerMinute: 10, expectedEnd: '2026-11-26T13:00:00.000Z' })
  // Half an hour was not heard: what was counted is that of the other half.
  expect(progressOf({ ...input, recent: { ...recent, unknownMs: 30 * MINUTE_MS } })).toMatchObject({
    goodPerMinute: 20,
    expectedEnd: '2026-11-26T12:30:00.000Z',
  })
})

test('no end is expected where too little is known, nothing is made, or the target is reached', () => {
  const none = { goodPerMinute: null, expectedEnd: null }
  const input = { target: 2_000, goodCycles: 1_400, recent, now: NOW }
  expect(progressOf({ ...input, goodCycles: null })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, goodCycles: null } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, lengthMs: 4 * MINUTE_MS } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, unknownMs: 31 * MINUTE_MS } })).toEqual(none)
  expect(progressOf({ ...input, recent: { ...recent, goodCycles: 0 } })).toEqual({
    goodPerMinute: 0,
    expectedEnd: null,
  })
  expect(progressOf({ ...input, goodCycles: 2_000 })).toEqual({ goodPerMinute: 10, expectedEnd: null })
  expect(progressOf({ ...input, target: 1_000_000_000 })).toEqual({ goodPerMinute: 10, expectedEnd: null })
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
