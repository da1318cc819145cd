import { describe, expect, test } from 'vitest'
import { type LatestValues, mergeLatest, mergeLateValues, timesAsOf } from './record.ts'

const AT = Date.parse('2026-11-21T12:00:00Z')

const latest: LatestValues = {
  at: AT,
  totalCycles: 100,
  totalAt: AT,
  totalRejects: 4,
  rejectsAt: AT,
  stateSince: AT - 5000,
  cyclesPerMin: 20,
  machineState: 'Running',
  temperature: 21,
  humidity: 40,
  latitude: 1,
  longitude: 2,
  machineData: { a: 1 },
  ...timesAsOf(AT),
  ended: false,
}

function record(fields: object = {}) {
  return { machineKey: 1, at: AT + 1000, receivedAt: AT + 1000, ...fields }
}

const STALE_MS = 60_000

function merged(previous: LatestValues | undefined, next: ReturnType<typeof record>) {
  return mergeLatest(previous, next, { staleAfterSeconds: STALE_MS / 1000 })
}

describe('the newest values after a record', () => {
  test('are those it reports, and the old ones where it reports nothing', () => {
    expect(merged(latest, record({ cyclesPerMin: 30 }))).toEqual({
      ...latest,
      at: AT + 1000,
      cyclesPerMin: 30,
      speedAt: AT + 1000,
    })
    expect(merged(latest, record({ totalCycles: 101 }))).toEqual({
      ...latest,
      at: AT + 1000,
      totalCycles: 101,
      totalAt: AT + 1000,
    })
  })

  test('are nothing where it reports that there is nothing', () => {
    expect(merged(latest, record({ temperature: null }))).toMatchObject({ temperature: null, humidity: 40 })
  })

  test('keep zero as a value', () => {
    const zeros = { totalCycles: 0, cyclesPerMin: 0, temperature: 0, humidity: 0, latitude: 0, longitude: 0 }
    expect(merged(latest, record(zeros))).toMatchObject(zeros)
  })

  test('replace free readings as a whole, or one by one', () => {
    expect(merged(latest, record({ machineData: { b: 2 } })).machineData).toEqual({ b: 2 })
    expect(merged(latest, record({ machineData: { b: 2 }, isPartial: true })).machineData).toEqual({ a: 1, b: 2 })
  })

  test('have an unknown state where it is reported as unknown, and where the source is gone', () => {
    expect(merged(latest, record({ machineState: null }))).toMatchObject({ machineState: 'Unknown', ended: false })
    expect(merged(latest, record({ ends: true }))).toMatchObject({ machineState: 'Unknown', ended: true })
    expect(merged(merged(latest, record({ ends: true })), record())).toMatchObject({
      machineState: 'Unknown',
      ended: false,
    })
  })

  test('are empty if a first record reports nothing', () => {
    expect(merged(undefined, record())).toMatchObject({
      at: AT + 1000,
      totalCycles: null,
      totalAt: null,
      totalRejects: null,
      rejectsAt: null,
      stateSince: null,
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

describe('the time since when a machine is in its state', () => {
  test('stays while the state is reported again, or nothing else is reported', () => {
    expect(merged(latest, record({ machineState: 'Running' })).stateSince).toBe(AT - 5000)
    expect(merged(latest, record()).stateSince).toBe(AT - 5000)
  })

  test('is that of the record which reports another, be it of the same group', () => {
    expect(merged(latest, record({ machineState: 'Execute' }))).toMatchObject({ stateSince: AT + 1000 })
  })

  test('begins again after a silence without a known state', () => {
    expect(merged(latest, { ...record(), at: AT + STALE_MS }).stateSince).toBe(AT - 5000)
    expect(merged(latest, { ...record(), at: AT + STALE_MS + 1 }).stateSince).toBe(AT + STALE_MS + 1)
  })
})

describe('the newest values after a late record', () => {
  test('have no reading that was missing when all were reported later, whatever came first', () => {
    const whole = record({ machineData: { b: 2 } })
    const late = { ...record({ machineData: { a: 1, c: 3 }, isPartial: true }), at: AT }
    expect(mergeLateValues(merged(undefined, whole), late).machineData).toEqual({ b: 2 })
    expect(merged(merged(undefined, late), whole).machineData).toEqual({ b: 2 })
  })

  test('have a reading that nothing newer speaks of, where readings are reported one by one', () => {
    const first = record({ machineData: { b: 2 }, isPartial: true })
    const late = { ...record({ machineData: { c: 3 }, isPartial: true }), at: AT }
    expect(mergeLateValues(merged(undefined, first), late).machineData).toEqual({ b: 2, c: 3 })
  })

  const before = { ...latest, temperatureAt: AT - 10_000 }

  test('are what it reports where nothing newer of the kind came', () => {
    const late = { ...record({ temperature: 30, humidity: 50 }), at: AT - 5000 }
    expect(mergeLateValues(before, late)).toEqual({ ...before, temperature: 30, temperatureAt: AT - 5000 })
  })

  test('are the same object where it brings nothing new', () => {
    expect(mergeLateValues(latest, { ...record({ temperature: 30 }), at: AT - 1 })).toBe(latest)
  })

  test('have each reading by its own time', () => {
    const seen = merged({ ...latest, machineData: {} }, record({ machineData: { a: 1 }, isPartial: true }))
    const late = { ...record({ machineData: { a: 9, b: 9 }, isPartial: true }), at: AT + 500 }
    expect(mergeLateValues(seen, late).machineData).toEqual({ a: 1, b: 9 })
  })
})
