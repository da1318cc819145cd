import { describe, expect, it } from 'vitest'
import { declared } from '../registry.ts'
import { importColumns, keyFields, labelOfColumn } from './import-columns.ts'

const ofCustomer = { path: '/v1/customers/{parentId}/locations', parentId: '01980000-0000-7000-8000-000000000001' }

describe('the columns of a file', () => {
  it('are those people fill in, with what every new row needs', () => {
    const columns = importColumns(declared('customer'), undefined)
    expect(columns.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['code', 'name', 'currency']),
    )
    expect(columns.find(({ name }) => name === 'status')).toMatchObject({ needed: false })
    expect(columns.map(({ name }) => name)).not.toContain('id')
  })

  it('leave out what the parent decides', () => {
    const names = importColumns(declared('location'), ofCustomer).map(({ name }) => name)
    expect(names).toContain('name')
    expect(names).not.toContain('customerId')
    expect(names).not.toContain('supplierId')
  })

  it('say how another row is named: by its name, and by its code or else its id', () => {
    const contentOf = (resource: string, field: string) =>
      importColumns(declared(resource), undefined).find(({ name }) => name === field)?.content
    expect(contentOf('customer', 'parentId')).toBe('the name or “Code” of the customer')
    expect(contentOf('customer', 'ownerId')).toBe('the name or id of the user')
  })
})

describe('what people read of columns', () => {
  it('is their labels, and the words of choices', () => {
    const words = { words: { hold: 'On hold' } }
    const columns = importColumns(declared('customer'), undefined, words)
    expect(columns.find(({ name }) => name === 'legalName')).toMatchObject({ heading: 'Legal name' })
    expect(columns.find(({ name }) => name === 'status')?.content).toContain('On hold')
    expect(importColumns(declared('alarmRule'), undefined).find(({ name }) => name === 'enabled')?.content).toMatch(
      /^yes or no/,
    )
  })

  it('is a name only of what is no field', () => {
    expect(labelOfColumn(declared('customer'), 'legalName')).toBe('Legal name')
    expect(labelOfColumn(declared('customer'), 'id')).toBe('ID')
    expect(labelOfColumn(declared('libraryMachine'), 'values.width')).toBe('values.width')
  })
})

describe('the key of a row without an id', () => {
  it('is the code, or all that must be unique together', () => {
    expect(keyFields(declared('customer'))).toEqual(['code'])
    expect(keyFields(declared('exchangeRate'))).toEqual(['from', 'to', 'validOn', 'kind'])
  })

  it('is missing where only the id tells rows apart', () => {
    expect(keyFields(declared('contact'))).toBeUndefined()
    expect(keyFields(declared('licence'))).toBeUndefined()
  })
})
