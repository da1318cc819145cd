import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RateLimiter } from './rate-limiter.ts'
import { RateLimiter as Limiter } from './rate-limiter.ts'
import { ForeignCounts, SharedRates } from './shared-rates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Node {
  counts: ForeignCounts
  limiter: RateLimiter
}

function makeNode(): Node {
  const counts = new ForeignCounts('http')
  return { counts, limiter: new Limiter(60, counts) }
}

/** What nodes do once a second. */
function exchange(nodes: readonly Node[]): void {
  for (const [index, { counts }] of nodes.entries()) {
    const changed = counts.changed()
    for (const other of nodes)
      if (other.counts !== counts) for (const one of changed) other.counts.take(`node ${index}`, one)
  }
}

/** Each second so many requests, dealt out to the nodes in turn. @returns how many were admitted in a minute */
async function admittedInAMinute(nodes: readonly Node[], perSecond: number, limit: number): Promise<number> {
  let admitted = 0
  for (let second = 0; second < 59; second++) {
    for (let index = 0; index < perSecond; index++) {
      const node = nodes[index % nodes.length]
      if ((await node?.limiter.take('user ada', limit))?.admitted) admitted++
    }
    exchange(nodes)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return admitted
}

test.each([1, 2, 3, 5])('%i nodes together admit the limit, and at most a second of requests more', async (count) => {
  const nodes = Array.from({ length: count }, makeNode)
  const admitted = await admittedInAMinute(nodes, 60, 1_200)
  expect(admitted).toBeGreaterThanOrEqual(1_200)
  expect(admitted).toBeLessThanOrEqual(1_200 + 60)
})

test('what others have counted ends with their window', async () => {
  const [one, other] = [makeNode(), makeNode()]
  for (let request = 0; request < 100; request++) await one.limiter.take('user ada', 100)
  exchange([one, other])
  expect(await other.limiter.take('user ada', 100)).toMatchObject({ admitted: false, remaining: 0 })
  expect(await other.limiter.take('user bob', 100)).toMatchObject({ admitted: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await other.limiter.take('user ada', 100)).toMatchObject({ admitted: true, remaining: 99 })
})

test('others hear of nobody who asks for little, and of a thousand names at most', async () => {
  const { counts, limiter } = makeNode()
  for (let request = 0; request < 9; request++) await limiter.take('user ada', 100)
  expect(counts.changed()).toEqual([])
  for (let name = 0; name < 1_500; name++) await limiter.take(`address ${name}`, 1)
  expect(counts.changed()).toHaveLength(1_000)
})

test('one process alone tells nobody anything', () => {
  const rates = new SharedRates(undefined)
  rates.limiter('http')
  rates.start()
  expect(vi.getTimerCount()).toBe(0)
})
