import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const POOL = 12
const REQUESTS = 60

let app: TestApp
let staff: Caller

beforeAll(async () => {
  app = await startTestApp(inject('databaseServer'), { environment: { DATABASE_POOL: String(POOL) } })
  staff = await app.as('staff')
})

afterAll(() => app.stop())

/** Connections to the database of the product that are not this test's own. */
async function connections(): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  return row?.count ?? 0
}

test('many requests at once open no more connections than DATABASE_POOL, and each is answered', async () => {
  let most = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) most = Math.max(most, await connections())
  })()
  const asked = Array.from({ length: REQUESTS }, (_, i) => staff.get(i % 2 === 0 ? '/v1/customers' : '/v1/locations'))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  isOver = true
  await watching
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThanOrEqual(POOL)
})

test('every place that opens connections is one of those that DATABASE_POOL counts', async () => {
  const names = (await readdir(SOURCE, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const opening = names.map(async (name) => {
    const text = await readFile(join(SOURCE, name), 'utf8')
    return [name, text.match(/new (pg\.)?(Client|Pool)\(|new ConnectionSupervisor\(/g)?.length ?? 0] as const
  })
  const found = (await Promise.all(opening)).filter(([, count]) => count > 0).toSorted()
  expect(Object.fromEntries(found)).toEqual({
    // Two pools out of one place, which share what the six below leave; and past a pooler one that a job opens for a moment.
    'platform/database.ts': 2,
    'platform/database-probe.ts': 1,
    'ingest/ingest-session.ts': 1,
    'history/retention-job.ts': 1,
    'platform/database-signals.ts': 1,
    'connect/supervisor/connection-locks.ts': 1,
    'connect/subscribers/subscriber-kind.ts': 1,
    'connect/opcua/opcua-kind.ts': 1,
    // Closed before any of the others is opened; `prepared-schema.ts` while the two pools are, and before the six.
    'platform/await-schema.ts': 1,
    'platform/prepared-schema.ts': 1,
    'platform/database-password.ts': 1,
    'platform/key-check.ts': 1,
    'platform/outside-database.ts': 1,
    'platform/postgres-fixes.ts': 1,
    'platform/service-role.ts': 1,
    // Of commands and of the process that makes a backup; `docs/operations.md` says how many these are.
    'platform/backup/connections.ts': 1,
    'platform/backup/load-backup.ts': 1,
    'platform/backup/reach-database.ts': 1,
    // Of commands: Doctor has one for a moment, the other runs while no server does.
    'platform/doctor/installation.ts': 1,
    'platform/rotate-secrets.ts': 1,
  })
})
