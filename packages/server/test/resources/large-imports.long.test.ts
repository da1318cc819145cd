import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { importCsv, sendCsv } from './import-csv.ts'

const app = useTestApp()
const ROWS = 2_000

function fileOf(currencyOf: (index: number) => string, { name = 'Company', rows = ROWS } = {}): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `X${index},${name} ${index},${currencyOf(index)},,Europe/Oslo,1000.50,"Notes, of ${index}"`,
  )
  return `code,name,currency,website,timezone,creditLimit,notes\n${lines.join('\n')}\n`
}

test('thousands of rows are made, changed, found unchanged, and counted where they are refused', async () => {
  const staff = await app.as('staff')
  const path = '/v1/customers'
  const right = fileOf(() => 'EUR')
  const refusedOf = async (file: string) => {
    const { errors, errorCount } = expectProblem(await sendCsv(staff, path, file), 'invalid_request')
    return errorCount ?? errors?.length
  }
  expect(await refusedOf(fileOf((index) => (index % 100 === 0 ? 'XXQ' : 'EUR')))).toBe(ROWS / 100)
  expect(await refusedOf(fileOf(() => 'XXQ'))).toBe(ROWS)
  expect(await importCsv(staff, path, right)).toMatchObject({ created: ROWS })
  expect(await importCsv(staff, path, right)).toMatchObject({ unchanged: ROWS })
  const renamed = fileOf(() => 'NOK', { name: 'Renamed' })
  expect(await importCsv(staff, path, renamed)).toMatchObject({ updated: ROWS })
  const [audited] =
    await app.sql(`SELECT count(*)::int, count(*) FILTER (WHERE after ->> 'name' LIKE 'Renamed%')::int AS renamed
    FROM audit_entry WHERE resource = 'customer'`)
  expect(audited).toEqual({ count: 2 * ROWS, renamed: ROWS })
})

test('other requests are answered while a large file is read', async () => {
  const staff = await app.as('staff')
  const importing = sendCsv(
    staff,
    '/v1/suppliers?dryRun=true',
    fileOf(() => 'EUR', { rows: 10_000 }),
  )
  let done = false
  const end = importing.then(() => {
    done = true
  })
  let asked = 0
  while (!done) {
    await app.anonymous.get('/v1/health')
    asked += 1
  }
  await end
  // Read in one go, the file would leave time for a handful.
  expect(asked).toBeGreaterThan(20)
})
