import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { importCsv, sendCsv } from './import-csv.ts'

const app = useTestApp()
const ROWS = 10_000
/** Ten times what it takes, since the machine may be busy. */
const MOST_MS = 30_000

function fileOf(currencyOf: (index: number) => string, name = 'Company'): string {
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `X${index},${name} ${index},${currencyOf(index)},,Europe/Oslo,1000.50,"Notes, of ${index}"`,
  )
  return `code,name,currency,website,timezone,creditLimit,notes\n${lines.join('\n')}\n`
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  expect(performance.now() - start).toBeLessThan(MOST_MS)
  return result
}

test('ten thousand rows are made, changed, found unchanged, and refused one by one, each within seconds', async () => {
  const staff = await app.as('staff')
  const path = '/v1/customers'
  const right = fileOf(() => 'EUR')
  const someWrong = fileOf((index) => (index % 100 === 0 ? 'XXQ' : 'EUR'))
  const wrong = await timed(() => sendCsv(staff, path, someWrong))
  expect(expectProblem(wrong, 'invalid_request').errors?.length).toBe(ROWS / 100)
  const hopeless = await timed(() =>
    sendCsv(
      staff,
      path,
      fileOf(() => 'XXQ'),
    ),
  )
  expect(expectProblem(hopeless, 'invalid_request').errors?.length).toBe(ROWS)
  expect(await timed(() => importCsv(staff, path, right))).toMatchObject({ created: ROWS })
  expect(await timed(() => importCsv(staff, path, right))).toMatchObject({ unchanged: ROWS })
  expect(
    await timed(() =>
      importCsv(
        staff,
        path,
        fileOf(() => 'NOK', 'Renamed'),
      ),
    ),
  ).toMatchObject({ updated: ROWS })
  const [audited] =
    await app.sql(`SELECT count(*)::int, count(*) FILTER (WHERE after ->> 'name' LIKE 'Renamed%')::int AS renamed
    FROM audit_entry WHERE resource = 'customer'`)
  expect(audited).toEqual({ count: 2 * ROWS, renamed: ROWS })
}, 120_000)

test('other requests are answered while a large file is read', async () => {
  const staff = await app.as('staff')
  const importing = sendCsv(
    staff,
    '/v1/suppliers?dryRun=true',
    fileOf(() => 'EUR'),
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
}, 60_000)
