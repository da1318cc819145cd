import { RECENT_MESSAGES } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { RecentMessages } from './recent-messages.ts'

const everything = () => true

test('of a topic the newest messages are stored, newest first', () => {
  const recent = new RecentMessages()
  for (let n = 0; n < RECENT_MESSAGES + 5; n++) recent.note('plant/M7', 'M7', Buffer.from(`${n}`), n)
  const found = recent.newest(everything)
  expect(found).toHaveLength(RECENT_MESSAGES)
  expect(found[0]?.payload.toString()).toBe(`${RECENT_MESSAGES + 4}`)
  expect(found.at(-1)?.payload.toString()).toBe('5')
})

test('a flood of topics and of large payloads goes over the oldest', () => {
  const recent = new RecentMessages()
  for (let n = 0; n < 1_000; n++) recent.note(`plant/M${n}`, undefined, Buffer.alloc(64 * 1024), n)
  const found = recent.newest(everything, 10_000)
  expect(found[0]?.topic).toBe('plant/M999')
  expect(found.reduce((bytes, { payload }) => bytes + payload.length, 0)).toBeLessThanOrEqual(8 * 1024 * 1024)
  for (let n = 0; n < 1_000; n++) recent.note(`small/M${n}`, undefined, Buffer.from('1'), n)
  expect(recent.newest(everything, 10_000)).toHaveLength(200)
})

test('machines are watched only after somebody has asked', () => {
  const recent = new RecentMessages()
  expect(recent.isWatched('M7')).toBe(false)
  recent.watch(['M7'])
  expect(recent.isWatched('M7')).toBe(true)
  expect(recent.isWatched('M8')).toBe(false)
})
