import type { TestProject } from 'vitest/node'
import { type DatabaseServer, startDatabaseServer } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

let server: DatabaseServer | undefined

/** One PostgreSQL for all workers; each test file clones its template database. */
export async function setup(project: TestProject): Promise<void> {
  server = await startDatabaseServer()
  project.provide('databaseServer', server.url)
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
