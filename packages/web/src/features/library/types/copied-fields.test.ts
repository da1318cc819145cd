import { expect, test } from 'vitest'
import type { ResourceRow } from '../../../resource/registry.ts'
import { copiesOf, fieldsToCopy } from './copied-fields.ts'

const stamps = { createdAt: '', createdBy: null, updatedAt: '', updatedBy: null, rowVersion: 3 }
const field = (key: string, sort: number, more: object = {}): ResourceRow => {
  return { ...stamps, id: key, key, sort, label: key, kind: 'number', typeId: 'other', usedCount: 4, ...more }
}

test('fields whose key a type has already are not offered, whatever their case', () => {
  const found = fieldsToCopy([field('filmwidth', 1), field('heads', 2)], [field('filmWidth', 1)])
  expect(found.map(({ key }) => key)).toEqual(['heads'])
  expect(fieldsToCopy([field('İSTASYON', 1)], [field('istasyon', 1)])).toEqual([])
})

test('copies follow the fields of the type, in their order, without type, use or stamps', () => {
  const copies = copiesOf([field('heads', 2, { unit: 'mm', min: 1, max: 9 }), field('splice', 3)], [field('a', 7)])
  expect(copies.map(({ key, sort }) => [key, sort])).toEqual([
    ['heads', 8],
    ['splice', 9],
  ])
  expect(copies[0]).toMatchObject({ kind: 'number', unit: 'mm', min: 1, max: 9 })
  for (const name of ['id', 'typeId', 'usedCount', 'rowVersion']) expect(copies[0]).not.toHaveProperty(name)
})
