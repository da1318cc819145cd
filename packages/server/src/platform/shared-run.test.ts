import { expect, test } from 'vitest'
import { SharedRun } from './shared-run.ts'

function heldRun() {
  const held: PromiseWithResolvers<void>[] = []
  const shared = new SharedRun(() => {
    const one = Promise.withResolvers<void>()
    held.push(one)
    return one.promise
  })
  return { held, shared }
}

test('who asks while it runs shares the next run, which begins when this one is over', async () => {
  const { held, shared } = heldRun()
  const first = shared.run()
  const others = [shared.run(), shared.run()]
  expect(held).toHaveLength(1)
  held[0]?.resolve()
  await first
  await expect.poll(() => held.length).toBe(2)
  held[1]?.resolve()
  await Promise.all(others)
  void shared.run()
  expect(held).toHaveLength(3)
})

test('a run that fails is reported to those who waited for it, and keeps no other from running', async () => {
  const { held, shared } = heldRun()
  const first = shared.run()
  const next = shared.run()
  held[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => held.length).toBe(2)
  held[1]?.resolve()
  await next
})
