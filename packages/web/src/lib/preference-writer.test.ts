import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPreferenceWriter, type PreferenceChanges } from './preference-writer.ts'

let sent: PreferenceChanges[]
let refusal: Error | undefined
let again = true
let failures: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  failures = []
  refusal = undefined
  again = true
})

afterEach(() => void vi.useRealTimers())

const make = () =>
  createPreferenceWriter({
    waitMs: 400,
    async save(changes) {
      sent.push(changes)
      if (refusal) throw refusal
    },
    failed(error) {
      failures.push(error)
      return again
    },
  })

it('changes of a moment go together, and of each key the last one', async () => {
  const writer = make()
  writer.keep('views', [1])
  await vi.advanceTimersByTimeAsync(399)
  writer.keep('columns', ['name'])
  writer.keep('views', undefined)
  await vi.advanceTimersByTimeAsync(399)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual([{ views: null, columns: ['name'] }])
})

it('what could not be sent goes with the next change, which wins where it is of the same key', async () => {
  const writer = make()
  refusal = new Error('away')
  writer.keep('views', 1)
  writer.keep('columns', 1)
  await writer.flush()
  expect(failures).toEqual([refusal])
  refusal = undefined
  writer.keep('views', 2)
  await writer.flush()
  expect(sent[1]).toEqual({ views: 2, columns: 1 })
})

it('what is refused for good is not sent again', async () => {
  const writer = make()
  refusal = new Error('too large')
  again = false
  writer.keep('views', 1)
  await writer.flush()
  await writer.flush()
  expect(sent).toHaveLength(1)
})

it('what was handed over is not sent', async () => {
  const writer = make()
  writer.keep('views', 1)
  expect(writer.take()).toEqual({ views: 1 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toEqual([])
})

it('hands over what is on its way too when the page is left, of each key the last one', async () => {
  const arrives = Promise.withResolvers<void>()
  const writer = createPreferenceWriter({ waitMs: 400, save: () => arrives.promise, failed: () => false })
  writer.keep('order', 'name')
  writer.keep('columns', 2)
  const flushed = writer.flush()
  writer.keep('order', 'city')
  expect(writer.leave()).toEqual({ order: 'city', columns: 2 })
  arrives.resolve()
  await flushed
  expect(writer.leave()).toEqual({})
})
