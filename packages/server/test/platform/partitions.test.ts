import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

test('connections that need the tables of a day at the same moment make them once', async () => {
  const days = Array.from({ length: 12 }, (_, day) => `2031-03-${String(day + 1).padStart(2, '0')}`)
  const connections = await Promise.all(Array.from({ length: 4 }, () => app.connection()))
  for (const day of days) await Promise.all(connections.map((one) => one.query('SELECT ensure_day($1)', [day])))
  const [found] = await app.sql<{ partitions: number }>(
    `SELECT count(*)::int AS partitions FROM pg_class WHERE relname ~ '^(record|minute_rollup|hour_rollup)_203103[0-9]{2}$'`,
  )
  expect(found?.partitions).toBe(days.length * 3)
})
