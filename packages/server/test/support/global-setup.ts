import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databases.ts'
import { PgBouncer } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

let server: DatabaseServer | undefined
let bouncer: PgBouncer | undefined

/**
 * One PostgreSQL for all workers; each test file clones its template database. With TEST_POOLER=on the products of the tests reach it through a PgBouncer
 * in transaction mode.
 */
export async function setup(project: TestProject): Promise<void> {
  server = await startDatabaseServer()
  project.provide('databaseServer', server.url)
  if (process.env.TEST_POOLER !== 'on') return
  bouncer = await PgBouncer.start(server.url)
  process.env.TEST_POOLER_URL = bouncer.before(server.url)
}

export async function teardown(): Promise<void> {
  await bouncer?.stop()
  await server?.stop()
}
