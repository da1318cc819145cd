import { expect, test } from 'vitest'
import { declared } from '../registry.ts'
import { differsFrom, fromQueryText, isStoredViews, ownKey, toQueryText } from './saved-view.ts'

const customers = declared('customer')
const held = {
  key: ownKey('Held'),
  name: 'Held',
  parameters: { sort: '-name', status: 'hold' },
  columns: ['status', 'ownerId'],
  shared: undefined,
}

test('A list differs from its view in filters, order or columns, and not in how the address is written', () => {
  const same = { status: 'hold', sort: '-name' }
  expect(differsFrom(held, customers, same, ['status', 'ownerId'])).toBe(false)
  expect(differsFrom(held, customers, { ...same, page: '3' }, ['status', 'ownerId'])).toBe(false)
  expect(differsFrom(held, customers, { ...same, search: 'kyst' }, ['status', 'ownerId'])).toBe(true)
  expect(differsFrom(held, customers, { status: 'hold' }, ['status', 'ownerId'])).toBe(true)
  expect(differsFrom(held, customers, same, ['ownerId', 'status'])).toBe(true)
})

test('Parameters come back as they were from the text of a shared view, also those that repeat', () => {
  const parameters = { search: 'a & b', spec: ['filmWidth:200..400', 'washDown:true'] }
  expect(fromQueryText(toQueryText(parameters))).toEqual(parameters)
  expect([toQueryText({}), fromQueryText(null)]).toEqual([null, {}])
})

test('What an account stores is taken only where it is a list of views', () => {
  expect(isStoredViews([held])).toBe(true)
  for (const wrong of [{}, [{ name: 'x' }], [{ ...held, columns: 'status' }], [null]]) {
    expect(isStoredViews(wrong)).toBe(false)
  }
})
