import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../platform/config.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Readiness } from '../platform/nodes/readiness.ts'
import { ProbeServer } from './probe-server.ts'

test('what cannot be measured is answered with 503 and ends nothing, and figures are made once for all who ask', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let [asked, isAway] = [0, true]
  const text = async () => {
    asked += 1
    if (isAway) throw new Error('The database is away.')
    return 'packhouse_up 1\n'
  }
  const server = new ProbeServer({
    http: readConfig({}).http,
    trustedProxies: [],
    readiness: new Readiness(),
    metrics: { text, contentType: 'text/plain' } as unknown as Metrics,
  })
  const port = await server.listen('127.0.0.1', 0)
  onTestFinished(() => server.close())
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await ask('/metrics')).status).toBe(503)
  expect((await ask('/livez')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  isAway = false
  vi.advanceTimersByTime(1_000)
  asked = 0
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/metrics')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked).toBe(1)
})
