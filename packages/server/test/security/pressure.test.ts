import { getHeapStatistics } from 'node:v8'
import { healthSchema } from '@packhouse/contract'
import { afterEach, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import type { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PRESSURE_EVENT_LOOP_MS: '30' } })
/** The heap of this process, which is the server's too, and has been filled by other tests to a share nobody knows. */
const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
/** Room for signing in, in percent of the heap. */
const ROOM = 5
const roomless = useTestApp({
  environment: { PRESSURE_HEAP_PERCENT: String(Math.max(10, Math.ceil((used / limit) * 100) + ROOM)) },
})
const ENTRY_BYTES = 8
/** A hundredth of the heap. */
const FILLER_ENTRIES = Math.ceil(limit / 100 / ENTRY_BYTES)
const BUSY_MS = 150

/** Does what is refused again: a machine with other work may be busy by itself at any moment. */
async function untilServed<T>(wanted: string, work: () => Promise<T>): Promise<T> {
  return await until(wanted, () =>
    work().catch((error: Error) => {
      if (!error.message.includes('answered 503')) throw error
      return undefined
    }),
  )
}

const signIn = (target: TestApp): Promise<Caller> => untilServed('a sign-in', () => target.signIn('staff'))

let busy: NodeJS.Timeout | undefined
let fillers: number[][] = []

afterEach(() => {
  clearInterval(busy)
  fillers = []
})

test('while the event loop is busy requests are refused for a moment, and health is answered', async () => {
  const staff = await signIn(app)
  await until('an answer', async () => (await staff.get('/v1/auth/me')).status === 200)
  busy = setInterval(() => {
    const end = performance.now() + BUSY_MS
    while (performance.now() < end);
  }, 1)
  const refused = await until('a refusal', async () => {
    const answer = await staff.get('/v1/auth/me')
    return answer.status === 503 && answer
  })
  expectProblem(refused, 'unavailable')
  expect(refused.headers['retry-after']).toBe('2')
  // Whatever it says of a database whose answers such a loop hears late: it is not refused.
  expect(healthSchema.parse((await app.anonymous.get('/v1/health')).body).broker.status).toBe('ok')
  clearInterval(busy)
  await until('the end of the pressure', async () => (await staff.get('/v1/auth/me')).status === 200)
  const { refused: counts } = await untilServed('the counts', () => staff.call('refusalCounts'))
  expect(counts['http.pressure_event_loop']).toBeGreaterThan(0)
})

test('while the heap is nearly full requests are refused, and health is answered', async () => {
  const staff = await signIn(roomless)
  // Garbage that is collected makes room: the heap is filled until no room is left.
  await until('a refusal', async () => {
    fillers.push(new Array<number>(FILLER_ENTRIES).fill(0))
    return (await staff.get('/v1/auth/me')).status === 503
  })
  expect((await roomless.anonymous.get('/v1/health')).status).toBe(200)
  expect(fillers).not.toEqual([])
})
