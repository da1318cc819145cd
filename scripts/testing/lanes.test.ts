import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runInLanes } from './lanes.mjs'

const browser = (name: string) => ({ projects: [name], isBrowser: true })
const plain = (name: string) => ({ projects: [name] })

test('browsers are never beside each other, and all runs end', async () => {
  const runs = [browser('office'), browser('e2e'), plain('api'), plain('unit'), plain('web')]
  const under: string[][] = []
  const now = new Set<string>()
  const ended = await runInLanes(
    runs,
    async ({ projects: [name = ''] }) => {
      now.add(name)
      under.push([...now])
      await turn()
      now.delete(name)
      return name
    },
    3,
  )
  expect(ended.toSorted()).toEqual(['api', 'e2e', 'office', 'unit', 'web'])
  expect(Math.max(...under.map((names) => names.length))).toBe(3)
  expect(under.filter((names) => names.includes('office') && names.includes('e2e'))).toEqual([])
})

test('one lane runs all, the browsers first', async () => {
  const started: string[] = []
  const start = async ({ projects: [name = ''] }: { projects: string[] }) => void started.push(name)
  await runInLanes([plain('api'), browser('office')], start, 1)
  expect(started).toEqual(['office', 'api'])
})
