import { expect, test } from 'vitest'
import { LateQueue } from './late-queue.ts'

const item = (machineKey: number, name: string) => ({ record: { machineKey }, name })
const names = (items: { name: string }[]) => items.map(({ name }) => name).join('')

test('late records of a machine that waits let those of others pass, and stay in their own order', () => {
  const queue = new LateQueue<ReturnType<typeof item>>()
  queue.push([item(1, 'a'), item(2, 'b'), item(1, 'c'), item(2, 'd'), item(3, 'e')])
  const taken = queue.take(3, 0)
  expect(names(taken)).toBe('abc')
  queue.putBack(
    taken.filter(({ record }) => record.machineKey === 1),
    100,
  )
  expect(names(queue.take(9, 50))).toBe('de')
  queue.push([item(1, 'f'), item(2, 'g')])
  expect(names(queue.take(9, 99))).toBe('g')
  expect(names(queue.take(2, 100))).toBe('ac')
  expect(names(queue.take(2, 100))).toBe('f')
  expect(queue.length).toBe(0)
})
