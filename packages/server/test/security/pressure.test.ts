import { afterEach, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PRESSURE_EVENT_LOOP_MS: '30' } })
const roomless = useTestApp({ environment: { PRESSURE_HEAP_PERCENT: '10' } })
/** More than a tenth of the heap that this process may have, which is the server's too. */
const FILLERS = 10
const FILLER_ENTRIES = 8_000_000
const BUSY_MS = 150

let busy: NodeJS.Timeout | undefined
let fillers: number[][] = []

afterEach(() => {
  clearInterval(busy)
  fillers = []
})

test('while the event loop is busy requests are refused for a moment, and health is answered', async () => {
  const staff = await app.as('staff')
  expect((await staff.get('/v1/auth/me')).status).toBe(200)
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
  expect((await app.anonymous.get('/v1/health')).status).toBe(200)
  clearInterval(busy)
  await until('the end of the pressure', async () => (await staff.get('/v1/auth/me')).status === 200)
  expect((await staff.call('refusalCounts')).refused['http.pressure_event_loop']).toBeGreaterThan(0)
})

test('while the heap is nearly full requests are refused, and health is answered', async () => {
  const staff = await roomless.as('staff')
  fillers = Array.from({ length: FILLERS }, () => new Array<number>(FILLER_ENTRIES).fill(0))
  await until('a refusal', async () => (await staff.get('/v1/auth/me')).status === 503)
  expect((await roomless.anonymous.get('/v1/health')).status).toBe(200)
  expect(fillers).toHaveLength(FILLERS)
})
