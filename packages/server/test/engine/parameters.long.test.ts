import { calls } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, expectNoFaultOfOurs, readingCalls } from '../support/asked-with.ts'
import { seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

test('100,000 addresses with parameters of all calls lead to no fault of ours', async () => {
  const asked = addresses(readingCalls(calls))
  const found: string[] = []
  for (let round = 0; round < 100; round += 1) {
    // A session ends sooner than this.
    const staff = await app.signIn('staff')
    for (const address of fc.sample(asked, { seed: seed + round, numRuns: 1_000 }))
      await expectNoFaultOfOurs(staff, address).catch((error: Error) => found.push(error.message))
  }
  expect(found).toEqual([])
})
