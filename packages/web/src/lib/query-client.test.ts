import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { FreshQueryClient, isWorthRetrying, retryDelay, showAnswer } from './query-client.ts'

const error = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ code: 'unknown', status, title: 'x', retryAfterSeconds })

it.each([
  [0, error(503), true],
  [1, error(500), true],
  [2, error(503), false],
  [0, error(429, 30), false],
  [0, error(404), false],
  [0, new TypeError('Failed to fetch'), true],
])('after %i failures %s is worth retrying: %s', (failures, cause, expected) => {
  expect(isWorthRetrying(failures, cause)).toBe(expected)
})

it('a retry waits as long as the server asks for, and otherwise longer each time', () => {
  expect(retryDelay(0, error(503, 7))).toBe(7_000)
  expect([0, 1, 2].map((failures) => retryDelay(failures, error(500)))).toEqual([1_000, 2_000, 4_000])
})

it('a first read that a change has overtaken is read again', async () => {
  const client = new FreshQueryClient()
  const reads = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: ['notes'],
    queryFn: () => reads[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
  })
  const end = observer.subscribe(() => undefined)
  const renewed = client.invalidateQueries({ queryKey: ['notes'] })
  reads[0]?.resolve('from before')
  reads[1]?.resolve('from behind')
  await renewed
  expect([asked, observer.getCurrentResult().data]).toEqual([2, 'from behind'])
  end()
  client.clear()
})

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** What is shown of a query, and its readings, which the test answers. */
function shownNotes() {
  const client = new FreshQueryClient()
  const reads: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  }
  const observer = new QueryObserver(client, { queryKey: ['notes'], queryFn })
  ends.push(observer.subscribe(() => undefined))
  const isStill = () => vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return { client, reads, isStill, shown: () => observer.getCurrentResult().data }
}

it('an older response does not overwrite the answer to a change, and the query is read again', async () => {
  const notes = shownNotes()
  notes.reads[0]?.resolve('from before')
  await notes.isStill()
  void notes.client.invalidateQueries({ queryKey: ['notes'] })
  showAnswer(notes.client, ['notes'], 'answered')
  notes.reads[1]?.resolve('from before')
  expect(notes.reads.length).toBe(3)
  expect(notes.shown()).toBe('answered')
  notes.reads[2]?.resolve('answered, and read')
  await notes.isStill()
  expect(notes.shown()).toBe('answered, and read')
})

it('an answer to a change replaces a first request that is still running', async () => {
  const notes = shownNotes()
  showAnswer(notes.client, ['notes'], 'answered')
  notes.reads[0]?.resolve('from before')
  notes.reads[1]?.resolve('read')
  await notes.isStill()
  expect(notes.shown()).toBe('read')
})

it('an answer to a change sends no request if none is running', async () => {
  const notes = shownNotes()
  notes.reads[0]?.resolve('from before')
  await notes.isStill()
  showAnswer(notes.client, ['notes'], 'answered')
  expect([notes.reads.length, notes.shown()]).toEqual([1, 'answered'])
})
