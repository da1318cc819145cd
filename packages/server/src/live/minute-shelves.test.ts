import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MinuteRing } from './minute-ring.ts'
import { MinuteShelves } from './minute-shelves.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000

test('rings have in the end what they would have without shelves, of any number of machines in any order', () => {
  const minutes = fc.array(
    fc.record({
      machineKey: fc.integer({ min: 1, max: 1_500 }),
      minute: fc.nat(180),
      records: fc.nat(2),
      cycles: fc.nat({ max: 2 ** 40 }),
      rejects: fc.nat({ max: 2 ** 20 }),
      runningMs: fc.nat(60_000),
      knownMs: fc.nat(60_000),
    }),
    { maxLength: 3_000 },
  )
  fc.assert(
    fc.property(minutes, (steps) => {
      const [plain, shelved] = [ringsOf(1_400), ringsOf(1_400)]
      const shelves = new MinuteShelves((key) => shelved.get(key))
      for (const { machineKey, minute, ...rest } of steps) {
        const one = { at: START + minute * MINUTE_MS, ...rest }
        plain.get(machineKey)?.set(one)
        shelves.put(machineKey, one)
      }
      shelves.empty()
      for (const [key, ring] of plain) expect(readOf(shelved.get(key))).toEqual(readOf(ring))
    }),
    { numRuns: 20 },
  )
})

function ringsOf(count: number): Map<number, MinuteRing> {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, new MinuteRing()]))
}

function readOf(ring: MinuteRing | undefined) {
  return [ring?.entries(0), ring?.most('rejects'), ring?.runningMs(START), ring?.knownMs(START)]
}
