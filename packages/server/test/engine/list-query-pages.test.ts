import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const ROWS = 403

interface Row {
  id: string
}

async function page(query: Record<string, string>): Promise<{ items: Row[]; total: number }> {
  const answer = await (await app.as('staff')).get(`/v1/suppliers?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { items: Row[]; total: number }
}

async function everyId(query: Record<string, string>, total: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= Math.ceil(total / 50) + 1; number++) {
    const answer = await page({ ...query, page: String(number), pageSize: '50' })
    expect(answer.total).toBe(total)
    ids.push(...answer.items.map(({ id }) => id))
  }
  return ids
}

/** Orders with many rows that compare equal, and with empty values. */
const orders: [sort: string, order: string][] = [
  ['name', 'name, id'],
  ['-name', 'name DESC, id DESC'],
  ['rating', 'rating ASC NULLS LAST, id'],
  ['-rating', 'rating DESC NULLS LAST, id DESC'],
  ['status,-name', 'status, name DESC, id DESC'],
  ['-rating,name', 'rating DESC NULLS LAST, name, id'],
  ['-updatedAt', 'updated_at DESC, id DESC'],
]

/** Words of every row, of few rows and of none, and a start of words that the planner takes for a frequent one. */
const searches: [search: string, condition: string][] = [
  ['', 'true'],
  ['everywhere', 'true'],
  ['seldom', `name LIKE '%seldom%'`],
  ['se', `name LIKE '%seldom%'`],
  ['nowhere', 'false'],
]

describe('the pages of a list', () => {
  beforeAll(async () => {
    await app.sql('DELETE FROM contact WHERE supplier_id IS NOT NULL')
    await app.sql('UPDATE library_machine SET supplier_id = NULL')
    await app.sql('DELETE FROM supplier')
    await app.sql(
      `INSERT INTO supplier (code, name, legal_name, currency, status, preferred, rating)
       SELECT 'S' || i, CASE WHEN i % 40 = 0 THEN 'seldom' ELSE 'Name ' || i % 7 END, 'everywhere', 'EUR',
         CASE WHEN i % 3 = 0 THEN 'hold' ELSE 'active' END, false, nullif(i % 6, 0)
       FROM generate_series(1, $1::int) i`,
      [ROWS],
    )
    await app.sql('ANALYZE supplier')
  })

  test.each(orders)(
    'sorted by %s follow each other without a gap, first to last, whatever is searched for',
    async (sort, order) => {
      for (const [search, condition] of searches) {
        const rows = await app.sql<Row>(`SELECT id FROM supplier WHERE ${condition} ORDER BY ${order}`)
        const query = { sort, ...(search === '' ? {} : { search }) }
        expect(await everyId(query, rows.length), search).toEqual(rows.map(({ id }) => id))
      }
    },
  )

  test('are those of one direction, read the other way round, in the other', async () => {
    const forward = await everyId({ sort: 'name' }, ROWS)
    expect(await everyId({ sort: '-name' }, ROWS)).toEqual(forward.reverse())
  })
})
