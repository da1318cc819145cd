import { expect, test } from 'vitest'
import { useMovableClock } from '../../../test/support/movable-clock.ts'
import { SessionPulse } from './session-pulse.ts'

const clock = useMovableClock('stopped')

test('each session is asked once a second as long as it lives, and nothing waits when the last one has ended', async () => {
  const pulse = new SessionPulse()
  const asked: [name: string, second: number][] = []
  const start = clock.now()
  const session = (name: string) => ({ pulse: (now: number) => void asked.push([name, (now - start) / 1_000]) })
  const [first, second] = [session('first'), session('second')]
  pulse.add(first)
  await clock.move(1_500)
  pulse.add(second)
  await clock.move(1_000)
  pulse.remove(first)
  await clock.move(1_000)
  expect(asked).toEqual([
    ['first', 1],
    ['first', 2],
    ['second', 2],
    ['second', 3],
  ])
  pulse.remove(second)
  expect(clock.timers).toBe(0)
})
