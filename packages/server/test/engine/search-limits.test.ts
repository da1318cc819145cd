import pg from 'pg'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { SEARCH_STATEMENT_MS: '1000', SEARCH_TOTAL_MS: '60000' } })

test('what takes too long to search is named and counted, and the rest is answered', async () => {
  const staff = await app.as('staff')
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE supplier')
    const { found, incomplete } = await staff.call('searchRecords', { query: { q: 'nordfjell' } })
    expect(incomplete).toContain('supplier')
    expect(found.map(({ resource }) => resource)).toContain('customer')
    const { refused } = await staff.call('refusalCounts')
    expect(refused['search.statement_timeout']).toBe(incomplete.length)
  } finally {
    await holder.end()
  }
  const { incomplete } = await staff.call('searchRecords', { query: { q: 'nordfjell' } })
  expect(incomplete).not.toContain('supplier')
})
