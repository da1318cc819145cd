import { request } from 'node:http'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { customerDraft, rowsOf } from './rows-of.ts'

const app = useTestApp()
const staff = () => app.as('staff')

function rowsIn({ text }: Answer): Record<string, string>[] {
  return parse(text, { columns: true, bom: true })
}

async function exportOf(path: string): Promise<Answer> {
  const answer = await (await staff()).get(path)
  expect(answer.status, answer.text).toBe(200)
  return answer
}

describe('an export', () => {
  test('is a CSV file for a spreadsheet: with a byte order mark, a dated name and field names in its first line', async () => {
    const { headers, text } = await exportOf('/v1/location-types/export')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="location-types-\d{4}-\d\d-\d\d\.csv"$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(text.startsWith('\uFEFFid,code,name,sort,active\r\n')).toBe(true)
  })

  test('has the rows that the list has with the same sort, search and filters', async () => {
    const customers = rowsOf(await staff(), '/v1/customers')
    for (const name of ['Zebra Foods', 'Alpha Foods']) await customers.create(customerDraft({ name, status: 'hold' }))
    await customers.create(customerDraft({ name: 'Beta Foods' }))
    const query = '?search=foods&status=hold&sort=-name'
    const { items } = await customers.list(query)
    const rows = rowsIn(await exportOf(`/v1/customers/export${query}`))
    expect(rows.map((row) => row.name)).toEqual(['Zebra Foods', 'Alpha Foods'])
    expect(rows.map((row) => row.id)).toEqual(items.map((row) => row.id))
  })

  test('has the rows that were chosen, by their ids', async () => {
    const customers = rowsOf(await staff(), '/v1/customers')
    const chosen = [await customers.create(customerDraft()), await customers.create(customerDraft())].map(
      ({ id }) => id,
    )
    await customers.create(customerDraft())
    const rows = rowsIn(await exportOf(`/v1/customers/export?sort=createdAt&id=${chosen.join()}`))
    expect(rows.map((row) => row.id)).toEqual(chosen)
  })

  test('has no pages and refuses to be asked for one', async () => {
    const answer = await (await staff()).get('/v1/customers/export?page=2')
    expect(expectProblem(answer, 'invalid_request').errors).toMatchObject([{ path: 'query.page', code: 'unknown' }])
  })

  test('writes references by their code, and those to what has no code or is deleted by its id', async () => {
    const as = await staff()
    const industry = await rowsOf(as, '/v1/industries').create({ code: 'DAIRY', name: 'Dairy' })
    const customers = rowsOf(as, '/v1/customers')
    const parent = await customers.create(customerDraft({ code: 'PARENT' }))
    const child = await customers.create(
      customerDraft({ industryId: industry.id, parentId: parent.id, ownerId: parent.createdBy, name: 'Child of all' }),
    )
    const find = async () =>
      rowsIn(await exportOf('/v1/customers/export?search=child')).find(({ id }) => id === child.id)
    expect(await find()).toMatchObject({ industryId: 'DAIRY', parentId: 'PARENT', ownerId: parent.createdBy })
    await app.sql('UPDATE industry SET deleted_at = now() WHERE id = $1', [industry.id])
    expect(await find()).toMatchObject({ industryId: industry.id, parentId: 'PARENT' })
  })

  test('takes the danger from what a spreadsheet would run, and leaves numbers numbers', async () => {
    const as = await staff()
    const risky = ['=1+1', '+47 55', '-2', '@SUM(A1)', "'=x", "O'Brien", 'a=b']
    const parent = await rowsOf(as, '/v1/customers').create(customerDraft())
    const type = await rowsOf(as, '/v1/location-types').create({ code: 'RISK', name: 'Risk' })
    const locations = rowsOf(as, `/v1/customers/${parent.id}/locations`)
    const place = { typeId: type.id, countryCode: 'AU', timezone: 'Australia/Sydney' }
    for (const name of risky) await locations.create({ name, ...place, latitude: -33.8, longitude: 151.2 })
    const rows = rowsIn(await exportOf(`/v1/customers/${parent.id}/locations/export?sort=createdAt`))
    expect(rows.map((row) => row.name)).toEqual(["'=1+1", "'+47 55", "'-2", "'@SUM(A1)", "''=x", "O'Brien", 'a=b'])
    expect(rows[0]).toMatchObject({ latitude: '-33.8', typeId: 'RISK', customerId: parent.code })
  })

  test('preserves quotes, separators, line breaks, lists and writing of all directions', async () => {
    const as = await staff()
    const name = 'He said "hi, there"; שלום 🏭'
    const notes = 'first\nsecond'
    const customer = await rowsOf(as, '/v1/customers').create(customerDraft({ name, notes }))
    const licence = { customerId: customer.id, name: 'L1', features: ['a;b', 'c\\d'] }
    await rowsOf(as, '/v1/licences').create(licence)
    expect(rowsIn(await exportOf('/v1/customers/export?search=there'))).toMatchObject([{ name, notes }])
    const [row] = rowsIn(await exportOf(`/v1/licences/export?customerId=${customer.id}`))
    expect(row).toMatchObject({ features: 'a\\;b;c\\\\d', status: 'valid', seats: '1', expiresAt: '' })
  })

  test('reports more rows than are read at a time, each once and in order', async () => {
    await app.sql(`INSERT INTO supplier (code, name, currency, status, preferred)
      SELECT 'S' || i, 'Supplier ' || (i % 7), 'EUR', 'active', false FROM generate_series(1, 1234) i`)
    const rows = rowsIn(await exportOf('/v1/suppliers/export?sort=name&search=supplier'))
    expect(rows.length).toBe(1234)
    expect(new Set(rows.map((row) => row.id)).size).toBe(1234)
    expect(rows.map((row) => row.name)).toEqual(rows.map((row) => row.name).sort())
  })

  test('needs the permission to read, finds nothing below a parent that is not there, and answers HEAD without a body', async () => {
    expectProblem(await (await app.as('customer')).get('/v1/customers/export'), 'permission_missing')
    expectProblem(await app.anonymous.get('/v1/customers/export'), 'not_signed_in')
    const missing = '/v1/customers/01890000-0000-7000-8000-000000000000/contacts/export'
    expectProblem(await (await staff()).get(missing), 'not_found')
    const head = await (await staff()).request('/v1/customers/export', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('that is not read to its end releases its connection, and too many at once have to wait', async () => {
    await app.sql(`INSERT INTO supplier (code, name, currency, status, preferred, notes)
      SELECT 'B' || i, 'Big', 'EUR', 'active', false, repeat('x', 9000) FROM generate_series(1, 4000) i`)
    const headers = await (await staff()).headers()
    const open = () =>
      new Promise<() => void>((resolve) => {
        const sent = request({ port: app.port, path: '/v1/suppliers/export?search=big', headers, agent: false })
        sent.on('response', (response) => {
          response.on('error', () => undefined)
          resolve(() => response.destroy())
        })
        sent.end()
      })
    const stalled = await Promise.all([open(), open(), open(), open()])
    const refused = await (await staff()).get('/v1/suppliers/export')
    expect(expectProblem(refused, 'unavailable').detail).toContain('Try again')
    for (const close of stalled) close()
    // What other parts of the product do in transactions takes no second.
    await until('the four connections free again', async () => {
      const [busy] = await app.sql<{ count: number }>(`SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < now() - interval '1 second'`)
      return busy?.count === 0
    })
    const caller = await staff()
    await until('exports taken again', async () => (await caller.get('/v1/suppliers/export')).status === 200)
  })
})
