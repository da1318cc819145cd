import { defineResource, field } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { declared } from '../registry.ts'
import { bulkFields, bulkOptions, bulkValue, EMPTY, parentOfAll } from './bulk-fields.ts'

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
    seconds: field.integer({ label: 'Seconds', min: 1, max: 90 }),
  },
  mounts: [{ path: '/v1/tools' }],
  label: 'name',
  defaultSort: 'name',
  traits: { bulk: ['state', 'maker', 'active', 'seconds'] },
})

test('The fields are those that the resource declares; one that may be empty can be set to that', () => {
  expect(bulkFields(tools, undefined)).toEqual(['state', 'maker', 'active', 'seconds'])
  const optionsOf = (name: string) => bulkOptions(tools, {}, name).map(({ value }) => value)
  expect(optionsOf('state')).toEqual(['new', 'worn'])
  expect(optionsOf('maker')).toEqual(['ours', 'theirs', EMPTY])
  expect(optionsOf('active')).toEqual(['true', 'false'])
})

test('What was chosen is sent as a value of its field', () => {
  expect(bulkValue(tools, 'state', 'worn')).toBe('worn')
  expect(bulkValue(tools, 'maker', EMPTY)).toBeNull()
  expect(bulkValue(tools, 'active', 'false')).toBe(false)
  expect(bulkValue(tools, 'seconds', '45')).toBe(45)
  expect(bulkValue(tools, 'seconds', '4s')).toBe('4s')
  expect(bulkValue(tools, 'name', ' null ')).toBe('null')
})

test('What belongs to a row of another resource is offered where all rows have the same one', () => {
  const machines = declared('machine')
  const row = (customerId: string | null) => ({ id: '1', customerId }) as never
  const of = (rows: never[]) => parentOfAll(machines, undefined, { rows }, 'customerId')
  expect(of([row('a'), row('a')])).toBe('a')
  expect(of([row('a'), row('b')])).toBeUndefined()
  expect(of([row(null), row(null)])).toBeUndefined()
  const found = (customerId?: string) => {
    const query: Record<string, string> = customerId === undefined ? {} : { customerId }
    return parentOfAll(machines, undefined, { query, count: 2 }, 'customerId')
  }
  expect(found('a')).toBe('a')
  expect([found(), found('a,b'), found('null')]).toEqual([undefined, undefined, undefined])
  const mount = { path: '/v1/customers/{parentId}/machines', parentId: 'c' }
  expect(parentOfAll(machines, mount, { query: {}, count: 2 }, 'customerId')).toBe('c')
})
