import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, type Rollup, RollupTable, startOf } from './rollup.ts'

const HOUR = Date.parse('2026-11-21T12:00:00Z')

function record(machineKey: number, at: number, fields: object = {}) {
  return { machineKey, at, receivedAt: at, ...fields }
}

describe('a span', () => {
  test('starts at the whole minute or hour', () => {
    expect(startOf(HOUR + 59_999, MINUTE_MS)).toBe(HOUR)
    expect(startOf(HOUR + 60_000, MINUTE_MS)).toBe(HOUR + 60_000)
    expect(startOf(HOUR - 1, HOUR_MS)).toBe(HOUR - HOUR_MS)
  })
})

describe('a table of roll-ups', () => {
  test('adds the records of a machine and a span up, each field only where it is reported', () => {
    const table = new RollupTable(MINUTE_MS)
    table.add(record(1, HOUR, { cyclesPerMin: 10, temperature: 20, humidity: 30, machineState: 'Running' }), 0, 0)
    table.add(record(1, HOUR + 59_999, { cyclesPerMin: 0, temperature: null, machineState: 'Faulted' }), 7, 2)
    expect(table.rows()).toEqual([
      {
        machineKey: 1,
        at: HOUR,
        records: 2,
        cycles: 7,
        speedSum: 10,
        speedCount: 2,
        temperatureSum: 20,
        temperatureCount: 1,
        humiditySum: 30,
        humidityCount: 1,
        runningMs: 0,
        idleMs: 0,
        stoppedMs: 0,
        faultedMs: 0,
        rejects: 2,
        rejectsCount: 0,
      },
    ])
  })

  test('shares the time in a state out among the spans it lies in', () => {
    const table = new RollupTable(MINUTE_MS)
    table.addHeld(1, 'Idle', HOUR + 50_000, HOUR + 130_000)
    table.addHeld(1, 'Running', HOUR + 130_000, HOUR + 140_000)
    expect(table.rows().map(({ at, idleMs, runningMs }) => [at - HOUR, idleMs, runningMs])).toEqual([
      [0, 10_000, 0],
      [MINUTE_MS, 60_000, 0],
      [2 * MINUTE_MS, 10_000, 10_000],
    ])
  })

  test('separates machines and spans and returns them in the order of their keys', () => {
    const table = new RollupTable(MINUTE_MS)
    for (const [key, at] of [
      [2, HOUR],
      [1, HOUR + MINUTE_MS],
      [1, HOUR],
      [2, HOUR + 1],
    ] as const)
      table.add(record(key, at), 1, 0)
    expect(table.rows().map((row) => [row.machineKey, row.at, row.records])).toEqual([
      [1, HOUR, 1],
      [1, HOUR + MINUTE_MS, 1],
      [2, HOUR, 2],
    ])
  })

  test('gives hours that are the sums of their minutes, in whatever order the records come', () => {
    const added = fc.array(
      fc.record({
        key: fc.nat(3),
        second: fc.nat(4 * 3600),
        cycles: fc.nat(100),
        speed: fc.option(fc.nat(50), { nil: undefined }),
      }),
    )
    fc.assert(
      fc.property(added, (records) => {
        const [minutes, hours] = [new RollupTable(MINUTE_MS), new RollupTable(HOUR_MS)]
        for (const { key, second, cycles, speed } of records) {
          minutes.add(record(key, HOUR + second * 1000, { cyclesPerMin: speed }), cycles, 0)
          hours.add(record(key, HOUR + second * 1000, { cyclesPerMin: speed }), cycles, 0)
        }
        expect(sumsByHour(minutes.rows())).toEqual(sumsByHour(hours.rows()))
        expect(new Set(minutes.rows().map((row) => `${row.machineKey}:${row.at}`)).size).toBe(minutes.rows().length)
      }),
    )
  })
})

function sumsByHour(rows: Rollup[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {}
  for (const row of rows) {
    const id = `${row.machineKey}:${startOf(row.at, HOUR_MS)}`
    const [records = 0, cycles = 0, speed = 0, count = 0] = sums[id] ?? []
    sums[id] = [records + row.records, cycles + row.cycles, speed + row.speedSum, count + row.speedCount]
  }
  return sums
}
