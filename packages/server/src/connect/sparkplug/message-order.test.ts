import { expect, test } from 'vitest'
import { MessageOrder } from './message-order.ts'

function ordersOf(seqs: readonly (number | undefined)[], ms = 5): number[] {
  const order = new MessageOrder()
  return seqs.map((seq) => order.orderOf('d', ms, seq))
}

test('messages of one millisecond are in the order of their numbers, over the end of them', () => {
  expect(ordersOf([254, 255, 0, 1])).toEqual([255, 256, 257, 258])
})

test('a message has the same order after a restart, whichever of that millisecond have come before', () => {
  expect(ordersOf([3, 4, 9])).toEqual([4, 5, 10])
  expect(ordersOf([9])).toEqual([10])
})

test('messages without numbers follow one another', () => {
  expect(ordersOf([undefined, undefined])).toEqual([1, 2])
})

test('a node that is born again goes on behind what it has said in that millisecond', () => {
  expect(ordersOf([77, 0, 1, 77, 77])).toEqual([78, 257, 258, 334, 590])
})

test('a message is not mistaken for one of another millisecond, and only the last of these are remembered', () => {
  const order = new MessageOrder()
  for (let ms = 0; ms < 1_000; ms++) expect(order.orderOf('d', ms, ms % 256)).toBe(1 + (ms % 256))
  expect([order.orderOf('d', 999, 0), order.orderOf('d', 0, 0)]).toEqual([257, 1])
})
