import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInLanes } from './lanes.mjs'

const browser = (name: string) => ({ projects: [name], isBrowser: true })
const plain = (name: string) => ({ projects: [name] })

/** Starts runs that end when they are told to. */
function held() {
  const ends = new Map<string, () => void>()
  const start = async ({ projects: [name = ''] }: { projects: string[] }) => {
    await new Promise<void>((resolve) => ends.set(name, resolve))
    ends.delete(name)
    return name
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { start, end, now: () => [...ends.keys()].sort() }
}

test('one lane takes browsers and the others the rest, until none of that is left', async () => {
  const runs = [browser('office'), browser('e2e'), browser('tour'), plain('api'), plain('unit')]
  const { start, end, now } = held()
  const ended = runInLanes(runs, start, 2)
  expect(now()).toEqual(['api', 'office'])
  await end('api')
  expect(now()).toEqual(['office', 'unit'])
  await end('unit')
  expect(now()).toEqual(['e2e', 'office'])
  await end('office')
  expect(now()).toEqual(['e2e', 'tour'])
  await end('tour')
  await end('e2e')
  expect(await ended).toEqual(['api', 'unit', 'office', 'tour', 'e2e'])
})

test('the lane of browsers takes the rest when no browser is left', async () => {
  const { start, end, now } = held()
  const ended = runInLanes([browser('office'), plain('api'), plain('unit')], start, 2)
  await end('office')
  expect(now()).toEqual(['api', 'unit'])
  await end('api')
  await end('unit')
  expect(await ended).toEqual(['office', 'api', 'unit'])
})

test('one lane runs all, the browsers first', async () => {
  const started: string[] = []
  const start = async ({ projects: [name = ''] }: { projects: string[] }) => void started.push(name)
  await runInLanes([plain('api'), browser('office')], start, 1)
  expect(started).toEqual(['office', 'api'])
})
