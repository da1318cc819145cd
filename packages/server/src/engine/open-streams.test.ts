import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { useMovableClock } from '../../test/support/movable-clock.ts'
import { type OpenStream, OpenStreams } from './open-streams.ts'

const clock = useMovableClock('stopped')

test('a stream whose rights no longer hold is ended at the next check, 400 ms later at most, and others go on', async () => {
  const ended: string[] = []
  let mayStay = true
  const streamOf = (name: string, stays: () => boolean): OpenStream => {
    const response = Object.assign(new EventEmitter(), {
      closed: false,
      end: () => void ended.push(name),
      destroy: () => undefined,
    })
    return { response: response as unknown as ServerResponse, mayStay: async () => stays() }
  }
  const streams = new OpenStreams()
  streams.add(streamOf('revoked', () => mayStay))
  streams.add(streamOf('other', () => true))
  streams.start()
  await clock.move(4_000)
  expect(ended).toEqual([])
  mayStay = false
  await clock.move(400)
  expect(ended).toEqual(['revoked'])
  expect(streams.size).toBe(1)
  streams.stop()
})
