import { describe, expect, test } from 'vitest'
import { field } from './field.ts'
import {
  type ListQuery,
  listQuerySchema,
  MAX_IDS,
  readFilter,
  wholeListQuerySchema,
  writeFilter,
} from './list-query.ts'

const fields = {
  name: field.text({ label: 'Name', filter: true, sort: true }),
  rating: field.integer({ label: 'Rating', min: 1, max: 5, filter: true }),
  amount: field.decimal({ label: 'Amount', decimalPlaces: 4, filter: true }),
  latitude: field.number({ label: 'Latitude', min: -90, max: 90, filter: true }),
  active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  day: field.date({ label: 'Day', filter: true }),
  status: field.choice(['open', 'closed'], { label: 'Status', filter: true }),
  ownerId: field.reference('user', { label: 'Owner', filter: true }),
  features: field.list({ label: 'Features', filter: true }),
}
const resource = { fields, defaultSort: 'name', traits: {} }
const schema = listQuerySchema(resource)

function filtersOf(query: Record<string, unknown>): ListQuery['filters'] {
  return schema.parse(query).filters
}

function refused(query: Record<string, unknown>): string[] {
  return (schema.safeParse(query).error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`)
}

describe('a filter', () => {
  test('is given several values by commas, by repeating the parameter, or by both', () => {
    expect(filtersOf({ status: 'open,closed' })).toEqual({ status: ['open', 'closed'] })
    expect(filtersOf({ status: ['open', 'closed'] })).toEqual({ status: ['open', 'closed'] })
    expect(filtersOf({ name: ['a,b', 'c', 'null'] })).toEqual({ name: ['a', 'b', 'c', null] })
  })

  test('of a text takes a comma, a backslash and the word null as they are behind a backslash', () => {
    expect(filtersOf({ name: 'Smith\\, Jones & Co,B\\\\C,\\null' })).toEqual({
      name: ['Smith, Jones & Co', 'B\\C', 'null'],
    })
    expect(readFilter('a\\')).toEqual(['a\\'])
  })

  test('is read as it was written', () => {
    const texts = ['', 'a', 'a,b', '\\', '\\,', ',\\', '\\\\,,', 'null', '\\null', null, '🏭,食品']
    expect(readFilter(writeFilter(texts))).toEqual(texts)
    for (const text of texts) expect(readFilter(writeFilter([text, text]))).toEqual([text, text])
  })

  test('reads numbers, days and texts as the values they are', () => {
    expect(filtersOf({ rating: '005,-0', latitude: '1.50,-7', name: ' a , b' })).toEqual({
      rating: ['5', '0'],
      latitude: ['1.5', '-7'],
      name: ['a', 'b'],
    })
    expect(filtersOf({ amount: '0001.50', day: '2026-11-21' })).toEqual({ amount: ['0001.50'], day: ['2026-11-21'] })
  })

  test.each([
    ['rating', 'x', '1.5', '1e1', '2147483648', '1'.repeat(16)],
    ['amount', 'x', '1e5', '--1', '1.', 'NaN'],
    ['latitude', 'x', '1e999', 'Infinity', 'NaN'],
    ['active', 'yes', '1', 'TRUE'],
    ['day', '2026-02-30', '0000-01-01', '21.11.2026', 'infinity'],
    ['status', 'shut', 'OPEN'],
    ['ownerId', 'me', '{}'],
    ['name', 'x'.repeat(201), 'a\u0000b'],
    ['features', 'x'.repeat(101)],
  ])('of %s refuses unknown values and names them', (name, ...wrong) => {
    for (const value of ['', ...wrong, `null,${wrong[0]}`]) {
      const found = refused({ [name]: value })
      expect(found.length, value).toBeGreaterThan(0)
      for (const one of found) expect(one).toMatch(new RegExp(`^${name} must `))
    }
  })

  test('takes at most 100 values', () => {
    expect(refused({ name: Array.from({ length: 100 }, String).join() })).toEqual([])
    expect(refused({ name: Array.from({ length: 101 }, String) })).toEqual(['name must not have more than 100 values'])
  })
})

describe('the ids of wanted rows', () => {
  const ids = Array.from({ length: MAX_IDS + 1 }, (_, n) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`)

  test('are as many as a page may have rows, in lists and in exports', () => {
    for (const one of [schema, wholeListQuerySchema(resource)]) {
      expect(one.parse({ id: ids.slice(1).join() }).filters).toEqual({ id: ids.slice(1) })
      expect(one.safeParse({ id: ids.join() }).success).toBe(false)
    }
  })

  test('are never empty, null or anything else', () => {
    for (const value of ['', 'null', '1', `${ids[0]},`]) expect(refused({ id: value })).toHaveLength(1)
  })
})

test('a field that is named again sorts nothing', () => {
  expect(schema.parse({ sort: 'name,-createdAt,-name' }).sort).toEqual([
    { field: 'name', descending: false },
    { field: 'createdAt', descending: true },
  ])
})
