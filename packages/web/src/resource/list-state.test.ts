import { describe, expect, it } from 'vitest'
import { countNarrowing, nextSort, readListState, toListQuery, writeListState } from './list-state.ts'
import { declared } from './registry.ts'

const customers = declared('customer')
const countries = declared('country')

describe('the address of a list', () => {
  it('is empty for a list as it is at first', () => {
    const written = writeListState(customers, readListState(customers, {}))
    expect(Object.values(written).every((value) => value === undefined)).toBe(true)
  })

  it('comes back as the same state', () => {
    const address = { page: '3', pageSize: '50', sort: '-name,code', search: 'kyst', status: 'active,hold' }
    const state = readListState(customers, address)
    expect(state.filters).toEqual({ status: ['active', 'hold'] })
    expect(state.sort).toEqual([
      { field: 'name', descending: true },
      { field: 'code', descending: false },
    ])
    expect(writeListState(customers, state)).toMatchObject(address)
  })

  it('has a parameter of its own for each value of a filter that is no field, because such values may have commas', () => {
    const machines = declared('libraryMachine')
    const address = { spec: ['filmWidth:200..400', 'head:a, b'], speed: '40..', lifecycle: 'draft,active' }
    const state = readListState(machines, address)
    expect(state.filters).toEqual({ spec: address.spec, speed: ['40..'], lifecycle: ['draft', 'active'] })
    expect(writeListState(machines, state)).toMatchObject(address)
    expect(toListQuery(machines, state)).toMatchObject(address)
    expect(countNarrowing(state).filters).toBe(3)
  })

  it('leaves no trace of an order that has gone back to as always', () => {
    const state = { ...readListState(customers, {}), sort: [] }
    expect(writeListState(customers, state).sort).toBe(undefined)
  })

  it('has no search where no field is searched', () => {
    const state = readListState(declared('compatibility'), { search: 'kyst' })
    expect(toListQuery(declared('compatibility'), state).search).toBe(undefined)
  })

  it('leaves out what the server would refuse', () => {
    const state = readListState(customers, { page: '0', pageSize: '9999', sort: 'notes,-', colour: 'red', status: '' })
    expect(state).toMatchObject({ page: 1, pageSize: 25, sort: [{ field: 'name', descending: false }], filters: {} })
  })

  it('shows deleted rows only where rows are kept after deleting', () => {
    expect(readListState(customers, { deleted: 'only' }).deleted).toBe('only')
    expect(readListState(countries, { deleted: 'only' }).deleted).toBe('without')
  })
})

describe('the query of a list', () => {
  it('always names page, size and order', () => {
    expect(toListQuery(customers, readListState(customers, {}))).toEqual({ page: '1', pageSize: '25', sort: 'name' })
  })

  it('carries search and filters', () => {
    const state = readListState(customers, { search: ' a b ', status: 'hold', industryId: 'null' })
    expect(toListQuery(customers, state)).toMatchObject({ search: 'a b', status: 'hold', industryId: 'null' })
  })
})

describe('sorting and narrowing', () => {
  it('goes from ascending over descending back to as always', () => {
    const first = nextSort(customers, [], 'code')
    const second = nextSort(customers, first, 'code')
    expect([first, second, nextSort(customers, second, 'code')]).toEqual([
      [{ field: 'code', descending: false }],
      [{ field: 'code', descending: true }],
      [],
    ])
  })

  it('begins with the newest of times', () => {
    const first = nextSort(customers, [{ field: 'code', descending: false }], 'updatedAt')
    const second = nextSort(customers, first, 'updatedAt')
    expect([first, second, nextSort(customers, second, 'updatedAt')]).toEqual([
      [{ field: 'updatedAt', descending: true }],
      [{ field: 'updatedAt', descending: false }],
      [],
    ])
    expect(nextSort(declared('licence'), [], 'expiresAt')).toEqual([{ field: 'expiresAt', descending: true }])
  })

  it('counts each filter once, and deleted rows as one', () => {
    const state = readListState(customers, { search: 'x', status: 'hold,active', currency: 'EUR', deleted: 'only' })
    expect(countNarrowing(state)).toEqual({ search: true, filters: 3 })
  })
})
