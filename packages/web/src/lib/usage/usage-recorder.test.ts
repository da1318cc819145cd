import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUsageRecorder, type SendOutcome, type UsageBatch } from './usage-recorder.ts'

let sent: UsageBatch[]
let outcome: SendOutcome

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  outcome = 'done'
})

afterEach(() => void vi.useRealTimers())

function make() {
  return createUsageRecorder({
    async send(batch) {
      sent.push(batch)
      return outcome
    },
    now: () => performance.now(),
    newId: () => `batch ${sent.length}`,
    waitMs: 1_000,
  })
}

it('views, the time between them and actions go together, each with its age', async () => {
  const recorder = make()
  recorder.view('/customers')
  await vi.advanceTimersByTimeAsync(400)
  recorder.view('/customers/$id')
  recorder.act('save')
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toEqual([
    {
      batch: 'batch 0',
      events: [
        { kind: 'page_view', name: '/customers', age: 1_000 },
        { kind: 'page_time', name: '/customers', duration: 400, age: 600 },
        { kind: 'page_view', name: '/customers/$id', age: 600 },
        { kind: 'action', name: 'save', age: 600 },
      ],
    },
  ])
})

it('a page that goes out of sight sends all at once, and what it is hidden for is no time on it', async () => {
  const recorder = make()
  recorder.view('/alarms')
  await vi.advanceTimersByTimeAsync(300)
  recorder.hide()
  expect(sent[0]?.events).toMatchObject([{ kind: 'page_view' }, { kind: 'page_time', duration: 300, age: 0 }])
  await vi.advanceTimersByTimeAsync(50_000)
  recorder.show()
  await vi.advanceTimersByTimeAsync(200)
  recorder.hide()
  expect(sent[1]?.events).toMatchObject([{ kind: 'page_time', name: '/alarms', duration: 200 }])
  recorder.hide()
  expect(sent).toHaveLength(2)
})

it('a batch without an answer is sent once more under its name and is lost then', async () => {
  const recorder = make()
  outcome = 'again'
  recorder.view('/')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.map(({ batch }) => batch)).toEqual(['batch 0', 'batch 0'])
  expect(sent[1]?.events).toEqual([{ kind: 'page_view', name: '/', age: 2_000 }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
})

it('no more waits than fits into a batch', async () => {
  const recorder = make()
  for (let count = 0; count < 150; count++) recorder.act('search')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent.map(({ events }) => events.length)).toEqual([100])
})

it('nothing is sent in the name of the next reader, and nothing once nothing is recorded', async () => {
  const recorder = make()
  outcome = 'again'
  recorder.view('/')
  await vi.advanceTimersByTimeAsync(1_000)
  recorder.act('save')
  recorder.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  outcome = 'off'
  recorder.view('/home')
  await vi.advanceTimersByTimeAsync(1_000)
  recorder.view('/')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(2)
})
