import { field } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { differing } from './differing.ts'

const fields = {
  price: field.decimal({ label: 'Price', decimalPlaces: 4 }),
  dueAt: field.time({ label: 'Due' }),
  code: field.text({ label: 'Code' }),
  parts: field.objects(z.array(z.object({ name: z.string(), count: z.int() })), { label: 'Parts' }),
  pin: field.text({ label: 'PIN', secret: true }),
}
const row = {
  id: 'a',
  rowVersion: 1,
  price: '1250.5',
  dueAt: '2026-11-21T13:30:00.000Z',
  code: '1.50',
  parts: [{ count: 2, name: 'Jaw' }],
  pin: null,
}

test.each([
  ['an amount', { price: '01250.5000' }],
  ['a time', { dueAt: '2026-11-21T14:30:00+01:00' }],
  ['objects', { parts: [{ name: 'Jaw', count: 2 }] }],
  ['nothing', { pin: null }],
])('%s that is written in another way is the same', (_, sent) => {
  expect(differing(fields, sent, row)).toEqual({})
})

test.each([
  { price: '1250.51' },
  { price: null },
  { dueAt: '2026-11-21T13:30:01Z' },
  { code: '1.5' },
  { parts: [] },
  { pin: '1234' },
])('another value differs: %j', (sent) => {
  expect(differing(fields, sent, row)).toEqual(sent)
})
