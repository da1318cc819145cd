import { type Api, api, type CallResult } from '@packhouse/contract'
import { afterEach, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

type Tail = CallResult<Api['tailLogs']>

const readers: AbortController[] = []

afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort()
})

/** Follows the log. @returns what has come so far, which grows */
async function follow(query: string): Promise<Tail[]> {
  const ending = new AbortController()
  readers.push(ending)
  const headers = await (await app.as('staff')).headers()
  const response = await fetch(`${app.url}${api.tailLogs.path}?${query}`, {
    headers: { ...(headers as Record<string, string>), accept: 'text/event-stream' },
    signal: ending.signal,
  })
  expect(response.status).toBe(200)
  const events: Tail[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const whole = (text + chunk).split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) events.push(JSON.parse(data) as Tail)
      }
    }
  }
  // It ends with the test.
  read().catch(() => undefined)
  return events
}

const linesOf = (events: readonly Tail[]) => events.flatMap(({ entries }) => entries)

test('the first event has no lines, and those after it come with the place where the file has them', async () => {
  const events = await follow('part=http')
  await until('the first event', () => events.length > 0)
  expect(events[0]).toEqual({ entries: [], leftOut: 0 })
  const staff = await app.as('staff')
  await staff.request('/v1/jobs?page=3')
  const line = await until('the line', () => linesOf(events).find(({ message }) => message === 'GET /v1/jobs 200'))
  const { entries } = await staff.call('logEntries', {
    query: { file: line.file, offset: line.offset, direction: 'newer', limit: 1 },
  })
  const { file: _file, ...stored } = line
  expect(entries).toEqual([stored])
})

test('levels and parts narrow what comes', async () => {
  const [errors, ofNobody, all] = [await follow('level=error'), await follow('part=no-such-part'), await follow('')]
  await (await app.as('staff')).request('/v1/jobs?page=4')
  await until('the line', () => linesOf(all).some(({ message }) => message === 'GET /v1/jobs 200'))
  expect(linesOf(errors)).toEqual([])
  expect(linesOf(ofNobody)).toEqual([])
})

test('a reader that is sent too many lines gets the newest and the number of those left out', async () => {
  const events = await follow('part=http')
  await until('the first event', () => events.length > 0)
  const staff = await app.as('staff')
  const sent = 600
  await Promise.all(Array.from({ length: sent }, () => staff.request('/v1/auth/me')))
  const isOfMe = (message: string) => message === 'GET /v1/auth/me 200'
  const count = () =>
    linesOf(events).filter(({ message }) => isOfMe(message)).length + events.reduce((sum, one) => sum + one.leftOut, 0)
  // Requests of others in between are counted too.
  await until('all lines, sent or left out', () => count() >= sent)
  for (const { entries } of events) expect(entries.length).toBeLessThanOrEqual(200)
})
