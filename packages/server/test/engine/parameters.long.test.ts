import { calls } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Asked,
  addresses,
  bodies,
  expectNoFaultOfOurs,
  readingCalls,
  writingCalls,
} from '../support/asked-with.ts'
import { seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

const ROUND = 5_000
/** Requests under way: no more than one person may have. */
const AT_ONCE = 16

/** Rounds of their own, so that each ends before what hangs, and one that fails says which. */
const rounds = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test.each(rounds(0, 12))(
  '5,000 addresses with parameters of all calls lead to no fault of ours (%i)',
  async (round) => {
    await expectNoFaults(fc.sample(addresses(readingCalls(calls)), { seed: seed + round, numRuns: ROUND }))
  },
)

test.each(rounds(12, 8))('5,000 bodies of all calls lead to no fault of ours (%i)', async (round) => {
  await expectNoFaults(fc.sample(bodies(writingCalls(calls)), { seed: seed + round, numRuns: ROUND }))
})

async function expectNoFaults(asked: (string | Asked)[]): Promise<void> {
  const staff = await app.as('staff')
  const found: string[] = []
  let served = 0
  const left = asked.values()
  const work = Array.from({ length: AT_ONCE }, async () => {
    for (const each of left) {
      const status = await expectNoFaultOfOurs(staff, each).catch((error: Error) => void found.push(error.message))
      if (status !== undefined && status < 300) served += 1
    }
  })
  await Promise.all(work)
  expect(found.slice(0, 20)).toEqual([])
  // Whoever asks is signed in still, and reaches more than what checks parameters.
  expect(served).toBeGreaterThan(0)
}
