import { DataValue } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { NodeTimes } from './node-times.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const HOUR = 3_600_000
const at = (source: number | undefined, isTrueNow = false, node = 'a') => ({
  node,
  value: new DataValue({ sourceTimestamp: source === undefined ? null : new Date(source) }),
  ...(isTrueNow && { begins: 'now' as const }),
})
const moment = (server: number, arrival = server) => ({ server, arrival })

test('changes have their own times, whatever the order in which they come', () => {
  const times = new NodeTimes()
  const read = (source: number) => times.timesOf(at(source), moment(NOW + 10))
  expect([read(NOW), read(NOW + 5), read(NOW + 2)]).toEqual([
    { at: [NOW], isLate: false, isAhead: false },
    { at: [NOW + 5], isLate: false, isAhead: false },
    { at: [NOW + 2], isLate: true, isAhead: false },
  ])
})

test('what a session begins with is true now; and then, if it has changed while nobody was connected', () => {
  const times = new NodeTimes()
  expect(times.timesOf(at(NOW - 3 * HOUR, true), moment(NOW)).at).toEqual([NOW])
  expect(times.timesOf(at(NOW - 3 * HOUR, true), moment(NOW + HOUR)).at).toEqual([NOW + HOUR])
  expect(times.timesOf(at(NOW + 1.5 * HOUR, true), moment(NOW + 2 * HOUR)).at).toEqual([
    NOW + 1.5 * HOUR,
    NOW + 2 * HOUR,
  ])
  expect(new NodeTimes().timesOf(at(NOW - 500, true), moment(NOW)).at).toEqual([NOW])
})

test('a node that is hours ahead has the time of arrival, which moves no other node', () => {
  const times = new NodeTimes()
  const first = times.timesOf(at(NOW + 5 * HOUR, true), moment(NOW))
  expect(first).toEqual({ at: [NOW], isLate: false, isAhead: true })
  expect(times.timesOf(at(NOW + 100, false, 'b'), moment(NOW + 200)).at).toEqual([NOW + 100])
  expect(times.timesOf(at(NOW + 5 * HOUR + 1), moment(NOW + 1_000)).at).toEqual([NOW + 1_000])
  // Its clock is set right.
  expect(times.timesOf(at(NOW + 2_000), moment(NOW + 2_000))).toEqual({
    at: [NOW + 2_000],
    isLate: false,
    isAhead: false,
  })
})

test('a node that is hours behind does not freeze at the value that the session began with', () => {
  const times = new NodeTimes()
  expect(times.timesOf(at(NOW - 2 * HOUR, true), moment(NOW)).at).toEqual([NOW])
  expect(times.timesOf(at(NOW - 2 * HOUR + 10_000), moment(NOW + 10_000)).at).toEqual([NOW + 10_000])
  expect(times.timesOf(at(NOW - 2 * HOUR + 20_000), moment(NOW + 20_000)).at).toEqual([NOW + 20_000])
})

test('a server that is ahead is not asked what time it is, and one that is behind keeps its values in order', () => {
  expect(new NodeTimes().timesOf(at(undefined, true), moment(NOW + HOUR, NOW)).at).toEqual([NOW])
  const times = new NodeTimes()
  expect(times.timesOf(at(NOW - 3 * HOUR, true), moment(NOW - 2 * HOUR, NOW)).at).toEqual([NOW - 2 * HOUR])
  expect(times.timesOf(at(NOW - 2 * HOUR + 500), moment(NOW - 2 * HOUR + 600, NOW + 600)).at).toEqual([
    NOW - 2 * HOUR + 500,
  ])
})

test('values without a time, or of one time, are different facts in the order of their coming', () => {
  const times = new NodeTimes()
  const read = (source: number | undefined) => times.timesOf(at(source), moment(NOW)).at[0] ?? 0
  const read4 = [read(NOW - 10), read(NOW - 10), read(NOW - 10), read(undefined), read(undefined)]
  expect(read4).toEqual(read4.toSorted((a, b) => a - b))
  expect(new Set(read4).size).toBe(5)
  expect(read4[0]).toBe(NOW - 10)
})
