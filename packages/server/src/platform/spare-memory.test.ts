import { expect, test } from 'vitest'
import { handBack, SpareMemory } from './spare-memory.ts'

const MB = 1024 * 1024

test('what a start has left is collected once the process is at rest, and again only when it has grown', async () => {
  const now = { busy: 0.8, heap: 230 * MB, used: 120 * MB }
  let collections = 0
  const memory = new SpareMemory({
    busyShare: () => now.busy,
    heapBytes: () => now.heap,
    usedBytes: () => now.used,
    async collect() {
      collections += 1
      now.heap = 90 * MB
    },
  })
  await memory.look()
  expect(collections).toBe(0)
  now.busy = 0.02
  await memory.look()
  await memory.look()
  now.heap = 140 * MB
  await memory.look()
  expect(collections).toBe(1)
  now.heap = 230 * MB
  now.used = 300 * MB
  await memory.look()
  expect(collections).toBe(1)
  now.used = 200 * MB
  await memory.look()
  expect(collections).toBe(2)
})

test('everything is collected that nobody holds', async () => {
  const reference = new WeakRef({ text: 'nobody holds it' })
  await handBack()
  expect(reference.deref()).toBeUndefined()
})
