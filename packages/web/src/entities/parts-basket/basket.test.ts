import { expect, test } from 'vitest'
import { toQuantity, withoutAsked, withParts } from './basket.ts'
import { isBasket, pathOf, tooOldOrMany } from './stored-basket.ts'

const line = (itemId: string, quantity: string) => ({ itemId, quantity, number: itemId, name: '', unit: 'pcs' })
const pairs = (lines: { itemId: string; quantity: string }[]) => lines.map(({ itemId, quantity }) => [itemId, quantity])

test('parts that are in the basket already become more, others are added behind them', () => {
  const lines = withParts([line('a', '1'), line('b', '0.1')], [line('b', '0.2'), line('c', '4')])
  expect(pairs(lines)).toEqual([
    ['a', '1'],
    ['b', '0.3'],
    ['c', '4'],
  ])
  // What nobody can order is replaced.
  expect(withParts([line('a', 'x')], [line('a', '2')])[0]?.quantity).toBe('2')
})

test('a quantity may be typed with a comma', () => {
  expect(toQuantity(' 1,5 ')).toBe('1.5')
  for (const typed of ['', '0', '-1', '1.23456', '1e3', '12345678', '1,200']) expect(toQuantity(typed)).toBeUndefined()
})

test('a request takes what was asked for out of the basket, and leaves what was added while it was on its way', () => {
  const now = [line('a', '2'), line('b', '1,5'), line('c', '1'), line('d', '')]
  const asked = [line('a', '2'), line('b', '0.3'), line('c', '4'), line('d', '1')]
  expect(pairs(withoutAsked(now, asked))).toEqual([['b', '1.2']])
  expect(pairs(withoutAsked([...now, line('e', '7')], asked))).toEqual([
    ['b', '1.2'],
    ['e', '7'],
  ])
  expect(withoutAsked([], asked)).toEqual([])
})

test('a stored basket belongs to an account, its customer and a machine, whatever their names contain', () => {
  const owner = { userId: 'u', customerId: 'c' }
  const paths = [
    pathOf(owner, 'A'),
    pathOf(owner, 'A/B'),
    pathOf({ ...owner, customerId: null }, 'A'),
    pathOf({ ...owner, customerId: 'd' }, 'A'),
    pathOf({ ...owner, userId: 'v' }, 'A'),
  ]
  expect(new Set(paths).size).toBe(paths.length)
  expect(pathOf(owner, 'A/B').split('/')).toHaveLength(4)
})

test('what another version of the page stored is no basket', () => {
  const texts = { note: '', wantedOn: '', phone: '' }
  expect(isBasket({ lines: [line('a', '1')], texts, at: 1 })).toBe(true)
  expect(isBasket({ lines: [], texts, at: 1, sent: { key: 'k', body: '{}' } })).toBe(true)
  for (const value of [null, [], {}, { lines: [{}], texts, at: 1 }, { lines: [], texts: {}, at: 1 }])
    expect(isBasket(value)).toBe(false)
})

test('baskets of long ago are removed, and of many the oldest', () => {
  const day = 86_400_000
  const now = 1_000 * day
  const stored = Array.from({ length: 60 }, (_, age) => ({ path: `basket/${age}`, at: now - age * day * 2 }))
  const removed = tooOldOrMany(stored, now)
  // Of 60 the first 46 are younger than 91 days.
  expect(removed).toEqual(stored.slice(46).map(({ path }) => path))
  const young = Array.from({ length: 60 }, (_, age) => ({ path: `basket/${age}`, at: now - age }))
  expect(tooOldOrMany(young, now)).toEqual(young.slice(50).map(({ path }) => path))
})
