import { describe, expect, test } from 'vitest'
import { COUNTER_GAP_LIMIT_MS, cyclesBetween, type LatestValues, mergeLate, mergeLatest } from './record.ts'

const AT = Date.parse('2026-11-21T12:00:00Z')

const latest: LatestValues = {
  at: AT,
  totalCycles: 100,
  totalAt: AT,
  cyclesPerMin: 20,
  machineState: 'Running',
  temperature: 21,
  humidity: 40,
  latitude: 1,
  longitude: 2,
  machineData: { a: 1 },
}

function record(fields: object = {}) {
  return { machineKey: 1, at: AT + 1000, receivedAt: AT + 1000, ...fields }
}

describe('the cycles between two readings of a counter', () => {
  test.each([
    ['are the step', 100, 130, 30],
    ['are none where it stood', 100, 100, 0],
    ['are what it shows after a reset', 100, 3, 3],
    ['are none after a reset to zero', 100, 0, 0],
  ])('%s', (_, before, now, cycles) => {
    expect(cyclesBetween({ totalCycles: before, totalAt: AT }, { at: AT + 1, totalCycles: now })).toBe(cycles)
  })

  test('are none where one of the two is missing', () => {
    expect(cyclesBetween(undefined, { at: AT, totalCycles: 5 })).toBe(0)
    expect(cyclesBetween({ totalCycles: null, totalAt: null }, { at: AT, totalCycles: 5 })).toBe(0)
    expect(cyclesBetween(latest, { at: AT, totalCycles: undefined })).toBe(0)
  })

  test('are not counted over a silence of more than a day', () => {
    expect(cyclesBetween(latest, { at: AT + COUNTER_GAP_LIMIT_MS, totalCycles: 130 })).toBe(30)
    expect(cyclesBetween(latest, { at: AT + COUNTER_GAP_LIMIT_MS + 1, totalCycles: 130 })).toBe(0)
  })
})

describe('the newest values after a record', () => {
  test('are those it tells, and the old ones where it tells nothing', () => {
    expect(mergeLatest(latest, record({ cyclesPerMin: 30 }))).toEqual({ ...latest, at: AT + 1000, cyclesPerMin: 30 })
    expect(mergeLatest(latest, record({ totalCycles: 101 }))).toEqual({
      ...latest,
      at: AT + 1000,
      totalCycles: 101,
      totalAt: AT + 1000,
    })
  })

  test('are nothing where it tells that there is nothing', () => {
    expect(mergeLatest(latest, record({ temperature: null }))).toMatchObject({ temperature: null, humidity: 40 })
  })

  test('keep zero as a value', () => {
    const zeros = { totalCycles: 0, cyclesPerMin: 0, temperature: 0, humidity: 0, latitude: 0, longitude: 0 }
    expect(mergeLatest(latest, record(zeros))).toMatchObject(zeros)
  })

  test('replace free readings as a whole', () => {
    expect(mergeLatest(latest, record({ machineData: { b: 2 } })).machineData).toEqual({ b: 2 })
  })

  test('are empty where a first record tells nothing', () => {
    expect(mergeLatest(undefined, record())).toEqual({
      at: AT + 1000,
      totalCycles: null,
      totalAt: null,
      cyclesPerMin: null,
      machineState: null,
      temperature: null,
      humidity: null,
      latitude: null,
      longitude: null,
      machineData: {},
    })
  })
})

describe('the newest values after a late record', () => {
  test('have its reading of the counter where that is the newest one, and nothing else of it', () => {
    const silent = { ...latest, at: AT + 5000 }
    const late = record({ totalCycles: 110, temperature: 99 })
    expect(mergeLate(silent, late)).toEqual({ ...silent, totalCycles: 110, totalAt: AT + 1000 })
    expect(mergeLate({ ...silent, totalCycles: null, totalAt: null }, late)).toMatchObject({ totalCycles: 110 })
  })

  test('are the same where there is a newer reading or it has none', () => {
    const newer = { ...latest, at: AT + 5000, totalAt: AT + 5000 }
    expect(mergeLate(newer, record({ totalCycles: 110 }))).toBe(newer)
    expect(mergeLate(newer, record())).toBe(newer)
  })
})
