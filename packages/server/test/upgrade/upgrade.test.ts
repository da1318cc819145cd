import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { compareMigrations } from '../../src/platform/compare-migrations.ts'
import { prepareOwnDatabase } from '../../src/platform/service-role.ts'
import { type ClonedDatabase, createEmptyDatabase, serviceUrl } from '../support/databases.ts'
import { loadSnapshot, readSnapshot, schemaLines, snapshotVersions } from '../support/release-snapshot.ts'
import { useTestApp } from '../support/use-test-app.ts'

const CHANGELOG = join(import.meta.dirname, '../../../../CHANGELOG.md')
const PACKAGE = join(import.meta.dirname, '../../package.json')
const OLDEST = '0.1.0'
const made: ClonedDatabase[] = []
let upgraded = ''

/** The product runs on the database of the oldest release, upgraded. */
const app = useTestApp({
  route: async () => {
    upgraded = await upgradedFrom(OLDEST)
    return serviceUrl(upgraded)
  },
})

afterAll(async () => {
  await app.stopProduct()
  for (const database of made) await database.drop()
})

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase(inject('databaseServer'))
  made.push(database)
  return database.url
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function upgradedFrom(version: string): Promise<string> {
  const url = await emptyDatabase()
  await withClient(url, async (client) => loadSnapshot(client, await readSnapshot(version)))
  await prepareOwnDatabase(url, decodeURIComponent(new URL(url).password))
  return url
}

test('every version of the changelog has a snapshot, and so has the one that is worked on', async () => {
  const changelog = await readFile(CHANGELOG, 'utf8')
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'))
  const known = await snapshotVersions()
  expect([...new Set([...released, version])].filter((one) => !known.includes(one))).toEqual([])
  expect(known).toContain(OLDEST)
})

test('the database of every release has the schema of a new one after the upgrade, with all its rows', async () => {
  const fresh = await emptyDatabase()
  await prepareOwnDatabase(fresh, decodeURIComponent(new URL(fresh).password))
  const wanted = await withClient(fresh, schemaLines)
  expect(wanted.length).toBeGreaterThan(1_000)
  for (const version of await snapshotVersions()) {
    const url = version === OLDEST ? upgraded : await upgradedFrom(version)
    await withClient(url, async (client) => {
      expect(await compareMigrations(client)).toEqual({ pending: [], beside: [], newer: [], altered: [] })
      expect(await schemaLines(client)).toEqual(wanted)
      for (const { name, rows } of (await readSnapshot(version)).tables) {
        const found = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`)
        expect([name, found.rows[0]?.count ?? 0]).toEqual([name, expect.toSatisfy((count) => count >= rows)])
      }
    })
  }
})

test('its rows are read and written over the API as before', async () => {
  const { tables } = await readSnapshot(OLDEST)
  const staff = await app.as('staff')
  const lists = { customer: 'customers', contact: 'contacts', supplier: 'suppliers', licence: 'licences' }
  for (const [table, path] of Object.entries(lists)) {
    const rows = tables.find(({ name }) => name === table)?.rows
    const answer = await staff.get(`/v1/${path}?pageSize=200`)
    expect([path, answer.status]).toEqual([path, 200])
    expect((answer.body as { total: number }).total).toBe(rows)
  }
  const [customer] = ((await staff.get('/v1/customers')).body as { items: { id: string; rowVersion: number }[] }).items
  const changed = await staff.request(`/v1/customers/${customer?.id}`, {
    method: 'PUT',
    body: { notes: 'After the upgrade', rowVersion: customer?.rowVersion },
  })
  expect(changed.body).toMatchObject({ notes: 'After the upgrade' })
})
