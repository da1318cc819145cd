import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { healthSchema } from '@packhouse/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { type DatabaseServer, startDatabaseServer } from '../support/databases.ts'
import { expectProblem } from '../support/problem.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const PAGE_BYTES = 8192

let server: DatabaseServer
let app: TestApp
let staff: Caller

beforeAll(async () => {
  server = await startDatabaseServer()
  app = await startTestApp(server.url)
  staff = await app.as('staff')
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

async function health() {
  const { status, body } = await app.anonymous.get('/v1/health')
  return { code: status, ...healthSchema.parse(body) }
}

/** Overwrites the first page of a table while the server is stopped, as a failing disk would. */
async function destroy(table: string): Promise<void> {
  const [place] = await app.sql<{ folder: string; file: string }>(
    `SELECT current_setting('data_directory') AS folder, pg_relation_filepath($1) AS file`,
    [table],
  )
  if (place === undefined) throw new Error(`There is no table ${table}.`)
  await server.halt()
  const file = await open(join(place.folder, place.file), 'r+')
  await file.write(Buffer.alloc(PAGE_BYTES, 'garbage'), 0, PAGE_BYTES, 0)
  await file.close()
  await server.resume()
}

test('clusters are made with checksums in their pages', async () => {
  expect(await app.sql('SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
})

test('a page of a table that is destroyed is reported by health with what to do, from the first time that it is met, and logged once', async () => {
  await destroy('supplier')
  await until('the database again', async () => (await health()).code === 200)
  expectProblem(await staff.get('/v1/suppliers'), 'unavailable')
  expect((await health()).database).toMatchObject({
    status: 'damaged',
    detail: expect.stringMatching(/restore the last backup/),
  })
  // A file that has begun can only be broken off.
  await expect(staff.get('/v1/suppliers/export')).rejects.toThrow('aborted')
  expect(await health()).toMatchObject({ code: 503, status: 'degraded', ingest: { status: 'ok' } })
  expect((await staff.get('/v1/customers')).status).toBe(200)
  expect(app.logged.filter(({ msg }) => /damaged/.test(msg))).toHaveLength(1)
  expect(app.logged.filter(({ msg }) => msg === 'A request failed')).toEqual([])
})
