import { defineResource, field } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { bulkFields, bulkOptions, bulkValue, EMPTY } from './bulk-fields.ts'

const tools = defineResource({
  name: 'tool',
  table: 'tool',
  area: 'Test',
  noun: ['tool', 'tools'],
  fields: {
    name: field.text({ label: 'Name', required: true }),
    state: field.choice(['new', 'worn'], { label: 'State', required: true }),
    maker: field.choice(['ours', 'theirs'], { label: 'Maker' }),
    active: field.boolean({ label: 'Active', fallback: true }),
  },
  mounts: [{ path: '/v1/tools' }],
  label: 'name',
  defaultSort: 'name',
  traits: { bulk: ['state', 'maker', 'active'] },
})

test('The fields are those that the resource declares; one that may be empty can be set to that', () => {
  expect(bulkFields(tools, undefined)).toEqual(['state', 'maker', 'active'])
  const optionsOf = (name: string) => bulkOptions(tools, {}, name).map(({ value }) => value)
  expect(optionsOf('state')).toEqual(['new', 'worn'])
  expect(optionsOf('maker')).toEqual(['ours', 'theirs', EMPTY])
  expect(optionsOf('active')).toEqual(['true', 'false'])
})

test('What was chosen is sent as a value of its field', () => {
  expect(bulkValue(tools, 'state', 'worn')).toBe('worn')
  expect(bulkValue(tools, 'maker', EMPTY)).toBeNull()
  expect(bulkValue(tools, 'active', 'false')).toBe(false)
})
