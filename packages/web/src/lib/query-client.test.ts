import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { FreshQueryClient, isWorthRetrying, retryDelay } from './query-client.ts'

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
