import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const ROWS = 10_000

test('an import whose client has left stores nothing', async () => {
  const staff = await app.as('staff')
  const lines = Array.from({ length: ROWS }, (_, index) => `STOP${index},Company ${index},EUR`)
  const stopped = new AbortController()
  const answer = await fetch(`${app.url}/v1/customers/import`, {
    method: 'POST',
    headers: {
      ...((await staff.headers()) as Record<string, string>),
      'content-type': 'text/csv',
      accept: 'application/x-ndjson',
    },
    body: `code,name,currency\n${lines.join('\n')}\n`,
    signal: stopped.signal,
  })
  await answer.body?.getReader().read()
  stopped.abort()
  // Whatever the import still does, it does in its transaction.
  await until('the import has ended', async () => {
    const [open] = await app.sql<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    )
    return open?.count === 0
  })
  expect(await app.sql(`SELECT FROM customer WHERE code LIKE 'STOP%'`)).toEqual([])
})
