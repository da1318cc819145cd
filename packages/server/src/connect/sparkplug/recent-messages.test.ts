import { expect, test } from 'vitest'
import { RecentMessages } from './recent-messages.ts'

const payload = (text: string) => Buffer.from(text)

test('a message that comes again is settled together with the first one, and at once where that is stored', () => {
  const recent = new RecentMessages(10)
  const settled: string[] = []
  const first = recent.begin('t', 1, payload('a'), () => settled.push('first'))
  expect(recent.begin('t', 1, payload('a'), () => settled.push('second'))).toBeUndefined()
  expect(settled).toEqual([])
  first?.(null)
  expect(recent.begin('t', 1, payload('a'), () => settled.push('third'))).toBeUndefined()
  expect(settled).toEqual(['first', 'second', 'third'])
})

test('one that was not stored, or was of no use, is taken in when it comes again', () => {
  const recent = new RecentMessages(10)
  recent.begin('t', 1, payload('a'), () => undefined)?.(new Error('full'))
  expect(recent.begin('t', 1, payload('a'), () => undefined)).toBeDefined()
  recent.forget('t', payload('a'))
  expect(recent.begin('t', 1, payload('a'), () => undefined)).toBeDefined()
})

test('others are not the same: of another topic, with other bytes, without a number, or from long ago', () => {
  const recent = new RecentMessages(2)
  const isNew = (topic: string, text: string, seq: number | undefined = 1) =>
    recent.begin(topic, seq, payload(text), () => undefined) !== undefined
  expect([isNew('t', 'a'), isNew('u', 'a'), isNew('t', 'a')]).toEqual([true, true, false])
  expect([isNew('t', 'b'), isNew('t', 'a')]).toEqual([true, true])
  const withoutNumber = [1, 2].map(() => recent.begin('t', undefined, payload('c'), () => undefined))
  expect(withoutNumber).not.toContain(undefined)
})
