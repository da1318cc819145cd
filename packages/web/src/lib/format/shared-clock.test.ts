import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SharedClock } from './shared-clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('calls each listener at its own interval from one timer', () => {
  const clock = new SharedClock()
  const often = vi.fn()
  const seldom = vi.fn()
  clock.listen(10_000, often)
  clock.listen(60_000, seldom)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(often).toHaveBeenCalledTimes(6)
  expect(seldom).toHaveBeenCalledTimes(1)
})

it('never calls more often than every 10 seconds', () => {
  const clock = new SharedClock()
  const impatient = vi.fn()
  clock.listen(1, impatient)
  vi.advanceTimersByTime(30_000)
  expect(impatient).toHaveBeenCalledTimes(3)
})

it('stands still when the last listener has gone', () => {
  const clock = new SharedClock()
  const stopFirst = clock.listen(60_000, () => {})
  const stopSecond = clock.listen(10_000, () => {})
  stopFirst()
  stopSecond()
  expect(vi.getTimerCount()).toBe(0)
})

it('calls everybody at once when the page wakes up', () => {
  const clock = new SharedClock()
  const listener = vi.fn()
  clock.listen(60_000, listener)
  clock.wake()
  expect(listener).toHaveBeenCalledTimes(1)
})
