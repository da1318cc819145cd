import { MAX_FOUND, resources, rowLabel } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

const searchable = resources.filter(({ fields }) => Object.values(fields).some(({ search }) => search))

async function find(words: string) {
  return await (await maker.staff()).call('searchRecords', { query: { q: words } })
}

/** What a row is searched by, as the database has it. */
async function searchText(table: string, id: string): Promise<string> {
  const [row] = await app.sql<{ search_text: string }>(`SELECT search_text FROM ${table} WHERE id = $1`, [id])
  return row?.search_text.trim() ?? ''
}

describe.each(searchable.map((resource) => [resource.name, resource] as const))(
  'GET /v1/search: %s',
  (name, resource) => {
    test('is found by all of its words, with whom it belongs to', async () => {
      const row = await maker.create(resource, {}, 'full')
      const words = (await searchText(resource.table, row.id)).slice(0, 200).trim()
      const { found, incomplete } = await find(words)
      expect(incomplete).toEqual([])
      const record = found.find(({ id }) => id === row.id)
      expect(record).toMatchObject({ resource: name, label: rowLabel(resource, row) })
      for (const [field, { kind }] of Object.entries(resource.fields)) {
        if (kind === 'reference') expect(record?.parents[field] ?? null, field).toBe(row[field])
      }
    })
  },
)

test('answers the best of many of a kind and says how many more there are', async () => {
  for (const name of ['Xebecker', 'Axebec', 'Xebec', 'Old Xebec', 'Xebec 2', 'Xebec 3', 'Xebec 4', 'Xebec 5']) {
    await app.sql(
      `INSERT INTO supplier (code, name, currency, status, preferred) VALUES ($1, $1, 'EUR', 'active', false)`,
      [name],
    )
  }
  const { found, more } = await find('xebec')
  expect(found.map(({ label }) => label)).toEqual(['Old Xebec', 'Xebec', 'Xebec 2', 'Xebec 3', 'Xebec 4', 'Xebec 5'])
  expect(found).toHaveLength(MAX_FOUND)
  expect(more).toEqual({ supplier: 2 })
})

test('leaves out what is deleted', async () => {
  await app.sql(`INSERT INTO supplier (code, name, currency, status, preferred, deleted_at)
                 VALUES ('GONE', 'Yawlgone', 'EUR', 'active', false, now())`)
  expect((await find('yawlgone')).found).toEqual([])
})

test('returns no more than the permissions and the rows of the caller', async () => {
  const { found: ofStaff } = await find('vffs')
  expect(ofStaff.map(({ resource }) => resource)).toContain('machine')
  for (const account of ['customer', 'other'] as const) {
    const caller = await app.as(account)
    const { permissions } = await caller.call('me')
    for (const words of ['e', 'vffs', 'baltic', 'nordfjell', 'sample']) {
      const { found, incomplete } = await caller.call('searchRecords', { query: { q: words } })
      for (const { resource } of found) expect(permissions).toContain(`${resource}.read`)
      expect(incomplete).toEqual([])
    }
  }
})

test('refuses an empty and an endless question', async () => {
  const staff = await maker.staff()
  for (const words of ['', ' ', 'x'.repeat(201)]) {
    expect((await staff.get(`/v1/search?${new URLSearchParams({ q: words })}`)).status).toBe(400)
  }
})
