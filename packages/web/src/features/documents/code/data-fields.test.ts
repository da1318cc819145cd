import { expect, test } from 'vitest'
import { fieldsAt } from './data-fields.ts'

const text = { type: 'string' }
const SCHEMA = {
  type: 'object',
  properties: {
    serial: { type: ['string', 'null'] },
    machineID: { type: 'string', description: 'Of the machine' },
    letterhead: { anyOf: [{ type: 'object', properties: { company: text } }, { type: 'null' }] },
    groups: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, rows: { type: 'array', items: { type: 'object', properties: { qty: text } } } },
      },
    },
  },
}
const namesAt = (source: string, path: string) => fieldsAt(SCHEMA, source, path)?.map(({ name }) => name)

test('the fields of the data follow its schema', () => {
  expect(fieldsAt(SCHEMA, '', 'd')).toEqual([
    { name: 'serial', type: 'string | null', description: undefined },
    { name: 'machineID', type: 'string', description: 'Of the machine' },
    { name: 'letterhead', type: 'object | null', description: undefined },
    { name: 'groups', type: 'array', description: undefined },
  ])
  expect(namesAt('', 'd.letterhead')).toEqual(['company'])
})

test('the data has the name that the template gives it', () => {
  expect(namesAt('#let q = json("data.json")', 'q.letterhead')).toEqual(['company'])
  expect(namesAt('#let q = json("data.json")', 'd')).toBeUndefined()
})

test('a name within a loop, or given by let, stands for its part', () => {
  const source = '#for group in d.groups {\n  let lines = group.rows\n  for line in lines { line.'
  expect(namesAt(source, 'group')).toEqual(['name', 'rows'])
  expect(namesAt(source, 'line')).toEqual(['qty'])
})

test('what is no field has no fields, and names that go round in a circle end', () => {
  expect(namesAt('', 'd.machineID')).toBeUndefined()
  expect(namesAt('', 'd.constructor')).toBeUndefined()
  expect(namesAt('#let a = b\n#let b = a\n', 'b')).toBeUndefined()
  expect(fieldsAt(null, '', 'd')).toBeUndefined()
})
