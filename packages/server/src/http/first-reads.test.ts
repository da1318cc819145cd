import { expect, test } from 'vitest'
import { FirstReads } from './first-reads.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('few begin in a turn, and one of another network does not wait for all that came before it', async () => {
  const reads = new FirstReads()
  const begun: string[] = []
  for (let index = 0; index < 100; index++) reads.wait('198.51.100.1', () => begun.push(`flood ${index}`))
  reads.wait('203.0.113.7', () => begun.push('monitor'))
  expect(begun).toEqual([])
  await turn()
  expect(begun).toEqual(['flood 0', 'monitor', 'flood 1', 'flood 2'])
  await turn()
  expect(begun).toHaveLength(8)
  while (begun.length < 101) await turn()
  expect(begun.filter((name) => name !== 'monitor')).toEqual(
    Array.from({ length: 100 }, (_, index) => `flood ${index}`),
  )
})

test('one that is alone begins in the next turn', async () => {
  const reads = new FirstReads()
  let begun = 0
  for (let index = 1; index <= 3; index++) {
    reads.wait(undefined, () => (begun += 1))
    await turn()
    expect(begun).toBe(index)
  }
})
