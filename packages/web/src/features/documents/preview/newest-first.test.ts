import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('one piece of work at a time, and of those that wait only the last', async () => {
  const started: string[] = []
  const done: string[] = []
  let finish: () => void = () => undefined
  const work = async (input: string) => {
    started.push(input)
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return input.toUpperCase()
  }
  const ask = newestFirst(work, (result) => done.push(result))
  const all = ask('a')
  await ask('b')
  await ask('c')
  expect(started).toEqual(['a'])
  finish()
  await Promise.resolve()
  await Promise.resolve()
  expect([started, done]).toEqual([['a', 'c'], []])
  finish()
  await all
  expect(done).toEqual(['C'])
  const later = ask('d')
  finish()
  await later
  expect(done).toEqual(['C', 'D'])
})
