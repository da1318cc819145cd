import {
  recordPayloadSchema,
  type SampleMachine,
  sampleFleet,
  sampleJoinedFleet,
  stateGroups,
} from '@packhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isConnected } from './connection.ts'
import { recordAt, sampleAt } from './sample.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK_START = Date.UTC(2026, 10, 16)

const machine = fc.constantFrom(...sampleFleet, ...sampleJoinedFleet)
const time = fc.integer({ min: Date.UTC(2020, 0, 8), max: Date.UTC(2035, 0, 1) })

function* times(from: number, to: number, step: number): Generator<number> {
  for (let at = from; at < to; at += step) yield at
}

/** Cycles by adding up the published speed second by second: knots are at full seconds, so the middle is exact. */
function addUpSpeeds(of: SampleMachine, from: number, to: number): number {
  let cycles = 0
  for (const at of times(from, to, SECOND)) cycles += sampleAt(of, at + SECOND / 2, 1).cyclesPerMin / 60
  return cycles
}

describe('a sample', () => {
  test('is the same for the same machine, time and seed, whatever was asked before', () => {
    const copy = sampleFleet.map((original) => ({ ...original }))
    fc.assert(
      fc.property(fc.nat(sampleFleet.length - 1), time, fc.nat(3), (index, at, seed) => {
        const [first, second] = [sampleFleet[index], copy[index]]
        if (first === undefined || second === undefined) throw new Error('no machine')
        expect(sampleAt(second, at, seed)).toEqual(sampleAt(first, at, seed))
      }),
      { numRuns: 200 },
    )
  })

  test('differs between seeds and between machines', () => {
    const [first, second] = sampleFleet
    if (first === undefined || second === undefined) throw new Error('no machine')
    expect(sampleAt(first, WEEK_START, 1)).not.toEqual(sampleAt(first, WEEK_START, 2))
    expect(sampleAt(first, WEEK_START, 1)).not.toEqual(sampleAt(second, WEEK_START, 1))
  })

  test('makes a record that the contract accepts, with the site of the machine', () => {
    fc.assert(
      fc.property(machine, time, (of, at) => {
        const record = recordPayloadSchema.parse(recordAt(of, at, 1))
        expect(record.machineID).toBe(of.machineID)
        expect(record.lastSeen).toBe(new Date(at).toISOString())
        expect(record.machineData).toHaveProperty('Recipe')
        const numbers = Object.entries(record.machineData ?? {}).filter(([, value]) => typeof value === 'number')
        expect(numbers.filter(([name]) => !/ \((°C|N|bar|mbar|mm|%)\)$/.test(name))).toEqual([])
        expect(recordAt(of, at + DAY, 1)).toMatchObject({ latitude: record.latitude, longitude: record.longitude })
      }),
      { numRuns: 300 },
    )
  })
})

describe('the counter', () => {
  test('never goes back, over any span of time', () => {
    fc.assert(
      fc.property(machine, time, fc.integer({ min: 0, max: 400 * DAY }), (of, from, span) => {
        const [start, end] = [sampleAt(of, from, 1), sampleAt(of, from + span, 1)]
        expect(end.totalCycles).toBeGreaterThanOrEqual(start.totalCycles)
        expect(end.totalCycles - start.totalCycles).toBeLessThanOrEqual((span / MINUTE) * 35 + 1)
      }),
      { numRuns: 1_000 },
    )
  })

  test('never goes back from one moment to the next', () => {
    fc.assert(
      fc.property(machine, time, (of, from) => {
        let last = sampleAt(of, from, 1).totalCycles
        for (const at of times(from, from + 20 * SECOND, 37)) {
          const { totalCycles } = sampleAt(of, at, 1)
          expect(totalCycles - last === 0 || totalCycles - last === 1).toBe(true)
          last = totalCycles
        }
      }),
      { numRuns: 100 },
    )
  })

  test('is the integral of the speed', () => {
    const wholeSecond = time.map((at) => at - (at % SECOND))
    fc.assert(
      fc.property(machine, wholeSecond, fc.integer({ min: 1, max: 4 * 3600 }), (of, from, seconds) => {
        const counted = sampleAt(of, from + seconds * SECOND, 1).totalCycles - sampleAt(of, from, 1).totalCycles
        // One for the part of a cycle at either end; the rest for the speed being published with one decimal.
        const tolerance = 1.01 + 0.002 * (seconds / 60)
        expect(Math.abs(counted - addUpSpeeds(of, from, from + seconds * SECOND))).toBeLessThan(tolerance)
      }),
      { numRuns: 60 },
    )
  })

  test('goes on across midnight, across a shift and from one period to the next', () => {
    for (const of of sampleFleet.slice(0, 2)) {
      const from = WEEK_START - 30 * MINUTE
      const counted = sampleAt(of, from + 15 * DAY, 1).totalCycles - sampleAt(of, from, 1).totalCycles
      let cycles = 0
      for (const at of times(from, from + 15 * DAY, 10 * SECOND))
        cycles += sampleAt(of, at + 5 * SECOND, 1).cyclesPerMin / 6
      expect(Math.abs(counted - cycles) / counted).toBeLessThan(0.001)
    }
  })
})

test('the counter of the flaky machine is stopped while it is switched off', () => {
  const flaky = sampleFleet.filter(({ behaviour }) => behaviour === 'flaky')
  expect(flaky).toHaveLength(1)
  for (const of of flaky) {
    const off = [...times(WEEK_START, WEEK_START + DAY, 30 * SECOND)].filter((at) => !isConnected(of, at, 1))
    expect(off.length).toBeGreaterThan(500)
    for (const at of off) {
      if (isConnected(of, at + 30 * SECOND, 1)) continue
      expect(sampleAt(of, at + 30 * SECOND, 1).totalCycles).toBe(sampleAt(of, at, 1).totalCycles)
    }
  }
})

describe('a week of a machine', () => {
  const minutes = [...times(WEEK_START, WEEK_START + 7 * DAY, MINUTE)]

  test.each(sampleFleet)('$machineID stays within the specified ranges and has believable shares of states', (of) => {
    // What the flaky one would do while it is switched off does not matter.
    const on = minutes.filter((at) => of.behaviour !== 'flaky' || isConnected(of, at, 1))
    const samples = on.map((at) => sampleAt(of, at, 1))
    const moving = samples.filter(({ machineState }) => machineState === 'Running')
    const standing = samples.filter(({ machineState }) => machineState !== 'Running')
    expect(moving.every(({ cyclesPerMin }) => cyclesPerMin >= 15 && cyclesPerMin <= 35)).toBe(true)
    expect(standing.every(({ cyclesPerMin }) => cyclesPerMin === 0)).toBe(true)
    expect(samples.every(({ temperature }) => temperature >= 18 && temperature <= 42)).toBe(true)
    expect(samples.every(({ temperature }) => temperature === Number(temperature.toFixed(2)))).toBe(true)
    expect(samples.every(({ humidity }) => humidity >= 30 && humidity <= 50)).toBe(true)
    expect(moving.length / samples.length).toBeGreaterThan(0.75)
    expect(moving.length / samples.length).toBeLessThan(0.92)
    expect(new Set(samples.map(({ machineState }) => machineState))).toEqual(new Set(stateGroups))
    expect(samples.filter(({ machineState }) => machineState === 'Faulted').length / samples.length).toBeLessThan(0.03)
  })

  test('runs with most of the fleet at any hour of the day', () => {
    for (const hour of Array(24).keys()) {
      const looks = minutes.filter((at) => new Date(at).getUTCHours() === hour && at % (10 * MINUTE) === 0)
      const running = looks.flatMap((at) => sampleFleet.filter((of) => sampleAt(of, at, 1).machineState === 'Running'))
      const share = running.length / (looks.length * sampleFleet.length)
      expect(share).toBeGreaterThan(0.75)
      expect(share).toBeLessThan(0.95)
    }
  })
})

describe('after a longer stop', () => {
  /** The start of a run of at least 10 minutes that follows a stop of at least 10 minutes. */
  function findStart(of: SampleMachine): number {
    const running = (at: number) => sampleAt(of, at, 1).machineState === 'Running'
    for (const at of times(WEEK_START, WEEK_START + 14 * DAY, SECOND)) {
      if (!running(at - SECOND) && running(at)) {
        const before = [...times(at - 10 * MINUTE, at, 20 * SECOND)]
        const after = [...times(at, at + 10 * MINUTE, 20 * SECOND)]
        if (!before.some(running) && after.every(running)) return at
      }
    }
    throw new Error(`${of.machineID} never starts`)
  }

  test('the speed rises over a minute or two and the temperature follows later', () => {
    const fast = sampleFleet.find(({ machineID }) => machineID === 'VFFS-2214')
    if (fast === undefined) throw new Error('no machine')
    const start = findStart(fast)
    const look = (minutes: number) => sampleAt(fast, start + minutes * MINUTE, 1)
    expect(look(0).cyclesPerMin).toBeLessThan(20)
    expect(look(0.5).cyclesPerMin).toBeGreaterThan(look(0).cyclesPerMin)
    expect(look(2.5).cyclesPerMin).toBeGreaterThan(30)
    expect(look(2.5).temperature).toBeGreaterThan(look(0).temperature)
    expect(look(10).temperature).toBeGreaterThan(look(2.5).temperature + 1)
  })
})
