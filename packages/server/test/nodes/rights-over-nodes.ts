import { calls } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { expectationOf } from '../security/expectations.ts'
import { callOf, cellsOf, RightsMatrix } from '../security/rights-matrix.ts'
import { REFUSED_WITHIN_MS, withdraw } from '../security/withdrawals.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import type { TestApp } from '../support/test-app.ts'

/** How many calls of each kind of expectation are asked here; `scripts/faults/matrix.ts` asks all. */
const OF_EACH_KIND = 1

/** Rights that are given or taken at one node hold at the other. */
export function testRights(one: TestApp, other: TestApp): void {
  describe('rights', () => {
    test(`of people who signed in at one node are those of the matrix at the other (seed ${seed})`, async () => {
      const random = randomNumbers(seed)
      const matrix = await RightsMatrix.create(() => one.port)
      const faults: (string | undefined)[] = []
      for (const cell of chosenCalls(random).flatMap(cellsOf)) {
        faults.push(await matrix.faultOf(cell, other.port))
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
      expect(faults.length).toBeGreaterThan(200)
    })

    test('that are taken away at one node are of no use at the other half a second later', async () => {
      const staff = await one.signIn('staff')
      const found = await withdraw(staff, other.port)
      for (const [name, { lateMs, refusals, expected }] of found) {
        expect([name, refusals]).toEqual([name, expected])
        expect(lateMs, name).toBeLessThanOrEqual(REFUSED_WITHIN_MS)
      }
    })
  })
}

/** Some calls of every combination of a method and what everybody is answered. */
function chosenCalls(random: () => number): string[] {
  const kindOf = (name: string) => {
    const call = callOf(name)
    return `${call.method} ${JSON.stringify(expectationOf(name, call).statuses)}`
  }
  const kinds = Map.groupBy(Object.keys(calls), kindOf)
  return [...kinds.values()].flatMap((names) => {
    const shuffled = names.map((name) => ({ name, at: random() })).toSorted((a, b) => a.at - b.at)
    return shuffled.slice(0, OF_EACH_KIND).map(({ name }) => name)
  })
}
