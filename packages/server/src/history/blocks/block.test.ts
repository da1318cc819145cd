import { reportedStates } from '@packhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TelemetryRecord } from '../../telemetry/record.ts'
import {
  COMMON_COLUMNS,
  decodeBlock,
  directoryOf,
  encodeBlock,
  fieldColumn,
  readNumberColumn,
  readReading,
  readTimes,
} from './block.ts'
import { decodeColumn, encodeColumn } from './column.ts'
import { decodeIntegers, encodeIntegers, WIDEST } from './integers.ts'
import { bestParameter, decodeRice, encodeRice, riceBits } from './rice.ts'

const seed = 20261121
const FIRST = Date.parse('2026-11-21T12:00:00Z')

class Names {
  readonly #names: string[] = []
  idOf = (name: string) => {
    const known = this.#names.indexOf(name)
    return 16 + (known < 0 ? this.#names.push(name) - 1 : known)
  }
  nameOf = (id: number) => this.#names[id - 16] ?? ''
}

const reading = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -5000, max: 5000 }).map((value) => value / 100),
  fc.string({ maxLength: 20 }),
  fc.boolean(),
  fc.constant(null),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const recordOf = fc.record({
  at: fc.integer({ min: FIRST, max: FIRST + 3_599_999 }),
  totalCycles: maybe(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  totalRejects: maybe(fc.nat()),
  cyclesPerMin: maybe(fc.double({ min: 0, max: 100_000, noNaN: true })),
  machineState: maybe(fc.constantFrom(...reportedStates)),
  temperature: maybe(fc.option(fc.integer({ min: -2000, max: 4000 }).map((value) => value / 100))),
  humidity: maybe(fc.option(fc.double({ min: 0, max: 100, noNaN: true }))),
  latitude: maybe(fc.option(fc.double({ min: -90, max: 90, noNaN: true }))),
  longitude: maybe(fc.option(fc.double({ min: -180, max: 180, noNaN: true }))),
  machineData: maybe(
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__'),
      reading,
      { maxKeys: 4 },
    ),
  ),
})

const recordsOf = fc
  .uniqueArray(recordOf, { selector: ({ at }) => at, minLength: 1, maxLength: 60 })
  .map((records) =>
    records
      .toSorted((a, b) => a.at - b.at)
      .map((record): TelemetryRecord => ({ machineKey: 7, receivedAt: record.at + 2_000, ...record })),
  )

/** Minus zero is zero to everybody who reads it. */
const plain = (records: readonly TelemetryRecord[]) => JSON.parse(JSON.stringify(records)) as unknown

describe('a block', () => {
  test('gives back the records it was made of', () => {
    fc.assert(
      fc.property(recordsOf, (records) => {
        const names = new Names()
        expect(plain(decodeBlock(7, encodeBlock(records, names.idOf), names.nameOf))).toEqual(plain(records))
      }),
      { seed, numRuns: 300 },
    )
  })

  test('gives one column and the times alone', () => {
    const records = [0, 1, 2].map((second) => {
      const at = FIRST + second * 1000
      return {
        machineKey: 7,
        at,
        receivedAt: at,
        temperature: second === 1 ? null : 20 + second / 10,
        machineData: { film: second },
      }
    })
    const names = new Names()
    const bytes = encodeBlock(records, names.idOf)
    expect([...readTimes(bytes)]).toEqual(records.map(({ at }) => at))
    expect([...(readNumberColumn(bytes, fieldColumn('temperature') ?? 0)?.values ?? [])]).toEqual([
      20,
      Number.NaN,
      20.2,
    ])
    expect([...(readNumberColumn(bytes, names.idOf('film'))?.values ?? [])]).toEqual([0, 1, 2])
    expect(readNumberColumn(bytes, 999)).toBeUndefined()
  })

  test('gives of some of its columns, cut out by its directory, what the whole gives', () => {
    fc.assert(
      fc.property(recordsOf, (records) => {
        const names = new Names()
        const bytes = encodeBlock(records, names.idOf)
        const { ids, starts } = directoryOf(bytes)
        expect(starts).toHaveLength(ids.length + 1)
        expect(starts.at(-1)).toBe(bytes.length)
        for (const id of [...ids, 999]) {
          const places = [...new Set([...COMMON_COLUMNS, id])].map((one) => ids.indexOf(one)).filter((at) => at >= 0)
          const part = Buffer.concat([
            bytes.subarray(0, starts[0]),
            ...places.map((at) => bytes.subarray(starts[at], starts[at + 1])),
          ])
          expect(readNumberColumn(part, id)).toEqual(readNumberColumn(bytes, id))
          expect(readReading(part, id)).toEqual(readReading(bytes, id))
        }
      }),
      { seed, numRuns: 100 },
    )
  })

  test('takes less than a byte for a value that scatters over a hundred steps', () => {
    const random = fc.sample(fc.integer({ min: -50, max: 50 }), { seed, numRuns: 3600 })
    const records = Array.from({ length: 360 }, (_, i): TelemetryRecord => {
      const at = FIRST + i * 10_000
      const machineData = Object.fromEntries(
        Array.from({ length: 9 }, (__, n) => [`value${n}`, (5000 + (random[i * 10 + n] ?? 0)) / 100]),
      )
      return { machineKey: 7, at, receivedAt: at, totalCycles: 1_000_000 + 4 * i, machineData }
    })
    expect(encodeBlock(records, new Names().idOf).length).toBeLessThan(3600)
  })

  test('says so where its bytes were cut off, and never reads on', () => {
    const names = new Names()
    const record = { machineKey: 7, at: FIRST, receivedAt: FIRST, totalCycles: 5, machineData: { a: 'b' } }
    const bytes = encodeBlock([record, { ...record, at: FIRST + 1 }], names.idOf)
    for (let length = 0; length < bytes.length; length++) {
      const part = bytes.subarray(0, length)
      try {
        expect(decodeBlock(7, part, names.nameOf).length).toBeLessThanOrEqual(2)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }
  })
})

test('whole numbers come back as they went in, up to the widest', () => {
  const wide = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -WIDEST, max: WIDEST }))
  fc.assert(
    fc.property(fc.array(wide, { minLength: 1, maxLength: 50 }), (values) => {
      const given = Float64Array.from(values)
      expect([...decodeIntegers(encodeIntegers(given), given.length)]).toEqual([...given])
    }),
    { seed, numRuns: 500 },
  )
})

test('a column of anything comes back as it went in', () => {
  fc.assert(
    fc.property(fc.array(fc.option(reading, { nil: undefined }), { minLength: 1, maxLength: 40 }), (cells) => {
      const back = decodeColumn(encodeColumn(cells), cells.length)
      expect(back.map((cell) => (cell === 0 ? 0 : cell))).toEqual(cells.map((cell) => (cell === 0 ? 0 : cell)))
    }),
    { seed, numRuns: 500 },
  )
})

test('Rice codes hold what they are given, and as many bits as were counted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: Number.MAX_SAFE_INTEGER }), { minLength: 1, maxLength: 30 }),
      fc.nat(40),
      (values, k) => {
        const given = Float64Array.from(values)
        const bytes = encodeRice(given, k)
        expect(bytes.length).toBe(Math.ceil(riceBits(given, k) / 8))
        expect([...decodeRice(bytes, k, given.length)]).toEqual(values)
        expect(bestParameter(given).bits).toBeLessThanOrEqual(77 * values.length)
      },
    ),
    { seed, numRuns: 300 },
  )
})
