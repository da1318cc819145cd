import { expect, test } from 'vitest'
import { once, withLazy, withValues } from './lazy.ts'

test('what is lazy is made when it is first read, once, and is there for whoever lists or copies', () => {
  let made = 0
  const object = withLazy({ name: 'crate' }, { size: () => ++made, weight: undefined })
  expect([Object.keys(object), made]).toEqual([['name', 'size'], 0])
  const copy = withValues(object, { name: 'box' })
  expect([copy.name, object.name, made]).toEqual(['box', 'crate', 0])
  expect([object.size, object.size, copy.size, { ...object }, made]).toEqual([1, 1, 1, { name: 'crate', size: 1 }, 1])
})

test('what fails is tried again', () => {
  let tries = 0
  const read = once(() => {
    if (++tries === 1) throw new Error('not yet')
    return tries
  })
  expect(read).toThrow('not yet')
  expect([read(), read()]).toEqual([2, 2])
})
