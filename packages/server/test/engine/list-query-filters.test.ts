import { defineResource, field, type ListQuery, type Resource, writeFilter } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRows } from '../../src/engine/resource/list-rows.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let database: Database
beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('error'))
  await app.sql('DELETE FROM contact WHERE supplier_id IS NOT NULL')
  await app.sql('UPDATE library_machine SET supplier_id = NULL')
  await app.sql('DELETE FROM supplier')
  await app.sql('DELETE FROM licence')
})
afterAll(() => database.stop())

/** A table of the product with a filter for every kind of field that it has. */
const suppliers = defineResource({
  name: 'supplier',
  table: 'supplier',
  area: 'Customers',
  noun: ['supplier', 'suppliers'],
  fields: {
    code: field.text({ label: 'Code', required: true, filter: true, sort: true }),
    name: field.text({ label: 'Name', required: true, filter: true, sort: true }),
    website: field.url({ label: 'Website', filter: true }),
    notes: field.multiline({ label: 'Notes', filter: true }),
    status: field.choice(['active', 'hold'], { label: 'Status', required: true, filter: true }),
    rating: field.integer({ label: 'Rating', min: 1, max: 5, filter: true }),
    minOrder: field.decimal({ label: 'Minimum order', decimalPlaces: 4, filter: true }),
    preferred: field.boolean({ label: 'Preferred', fallback: false, filter: true }),
    industryId: field.reference('industry', { label: 'Industry', filter: true }),
  },
  mounts: [{ path: '/v1/suppliers' }],
  label: 'name',
  defaultSort: 'code',
  traits: { softDelete: true },
})

const licences = defineResource({
  name: 'licence',
  table: 'licence',
  area: 'Customers',
  noun: ['licence', 'licences'],
  fields: {
    name: field.text({ label: 'Name', required: true, sort: true }),
    validFrom: field.date({ label: 'Valid from', filter: true }),
    features: field.list({ label: 'Features', filter: true }),
  },
  mounts: [{ path: '/v1/licences' }],
  label: 'name',
  defaultSort: 'name',
})

/** What the rows that are found are called. */
async function found(resource: Resource, given: Record<string, unknown>): Promise<unknown[]> {
  const query = resource.calls.list.query?.parse(given) as ListQuery
  const page = await database.inScope('all', (db) =>
    listRows(db, { resource, computed: {}, filters: {}, query, parent: {} }),
  )
  expect(page.total).toBe(page.items.length)
  return page.items.map((row) => row[resource.label])
}

describe('a filter compares values', () => {
  const DAIRY = '01890000-0000-7000-8000-00000000da1a'

  beforeAll(async () => {
    await app.sql(`INSERT INTO industry (id, code, name, sort, active) VALUES ('${DAIRY}', 'DAIRY', 'Dairy', 1, true)`)
    await app.sql(
      `INSERT INTO supplier (code, name, website, notes, currency, status, rating, min_order, preferred, industry_id)
       VALUES ('1', 'Smith, Jones', 'https://example.com/a,b', 'one' || chr(10) || 'two', 'EUR', 'active', 5, 1.5, true, $1),
         ('2', 'Smith', 'https://example.com/a', 'null', 'EUR', 'hold', 3, 12345678901.0001, false, NULL),
         ('3', 'back\\slash', NULL, NULL, 'EUR', 'active', NULL, NULL, false, NULL)`,
      [DAIRY],
    )
    await app.sql(`INSERT INTO licence (customer_id, name, seats, valid_from, features)
      SELECT id, name, 1, valid_from::date, features FROM (SELECT id FROM customer ORDER BY code LIMIT 1) one,
        (VALUES ('L1', '2026-11-21', ARRAY['oee', 'a,b']), ('L2', '2026-11-22', ARRAY['oee']), ('L3', NULL, ARRAY[]::text[]))
          made (name, valid_from, features)`)
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['ids in whatever case', { industryId: DAIRY.toUpperCase() }, ['Smith, Jones']],
    ['whole numbers with noughts before them', { rating: '005' }, ['Smith, Jones']],
    ['several of them, and none', { rating: '03,null' }, ['Smith', 'back\\slash']],
    ['amounts with noughts behind them', { minOrder: '01.5000' }, ['Smith, Jones']],
    ['amounts to the last digit', { minOrder: '12345678901.0001,12345678901.0002' }, ['Smith']],
    ['yes and no', { preferred: 'true' }, ['Smith, Jones']],
    [
      'choices, by a parameter that is repeated',
      { status: ['hold', 'active'] },
      ['Smith, Jones', 'Smith', 'back\\slash'],
    ],
    ['texts with a comma', { name: 'Smith\\, Jones' }, ['Smith, Jones']],
    ['texts without one', { name: 'Smith,Jones' }, ['Smith']],
    ['texts with a backslash', { name: writeFilter(['back\\slash', 'Smith, Jones']) }, ['Smith, Jones', 'back\\slash']],
    ['the word null, which is not an empty field', { notes: '\\null' }, ['Smith']],
    ['addresses with a comma', { website: 'https://example.com/a\\,b' }, ['Smith, Jones']],
    ['all of several filters', { status: 'active', rating: '5,null', preferred: 'false' }, ['back\\slash']],
  ])('%s', async (_, query, names) => {
    expect(await found(suppliers, query)).toEqual(names)
  })

  test('days', async () => {
    expect(await found(licences, { validFrom: '2026-11-22,null' })).toEqual(['L2', 'L3'])
  })

  test('entries of a list, any of them', async () => {
    expect(await found(licences, { features: 'oee' })).toEqual(['L1', 'L2'])
    expect(await found(licences, { features: ['a\\,b', 'none'] })).toEqual(['L1'])
  })

  test('and is refused over HTTP where it holds none of its field, by the field name', async () => {
    const staff = await app.as('staff')
    const answer = await staff.get('/v1/suppliers?rating=5&rating=x')
    expect(answer.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'query.rating.1' }] })
    const { items } = (await staff.get('/v1/suppliers?rating=05&status=active&status=hold')).body as {
      items: unknown[]
    }
    expect(items).toMatchObject([{ name: 'Smith, Jones' }])
  })
})

test('a list has the rows that were created or changed within half-open times', async () => {
  const staff = await app.as('staff')
  const made = await app.sql<{ code: string }>(
    `INSERT INTO supplier (code, name, status, preferred, currency, created_at, updated_at, created_by, updated_by)
     SELECT 'TIME-' || n, 'Supplier ' || n, 'active', false, 'EUR', '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 day',
       '2021-01-01T00:00:00Z'::timestamptz + n * interval '1 day', u.id, u.id
     FROM generate_series(0, 3) n, (SELECT id FROM user_account LIMIT 1) u RETURNING code`,
  )
  expect(made).toHaveLength(4)
  const codesOf = async (query: string) => {
    const answer = await staff.get(`/v1/suppliers?sort=code&${query}`)
    return (answer.body as { items?: { code: string }[] }).items?.map(({ code }) => code.slice(5)).join() ?? answer.text
  }
  expect(await codesOf('createdFrom=2020-01-02T00:00:00Z&createdTo=2020-01-04T00:00:00Z')).toBe('1,2')
  expect(await codesOf('updatedFrom=2021-01-03T01:00:00%2B01:00&updatedTo=2022-01-01T00:00:00Z')).toBe('2,3')
  expect(await codesOf('createdTo=2020-01-03T00:00:00Z&updatedFrom=2021-01-02T00:00:00Z')).toBe('1')
  const wrong = await staff.get('/v1/suppliers?createdFrom=yesterday&updatedTo=2021-01-01')
  expect(expectProblem(wrong, 'invalid_request').errors?.map(({ path }) => path)).toEqual([
    'query.createdFrom',
    'query.updatedTo',
  ])
  const turned = await staff.get('/v1/suppliers?createdFrom=2021-01-01T00:00:00Z&createdTo=2020-01-01T00:00:00Z')
  expect(expectProblem(turned, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['query.createdTo'])
})
