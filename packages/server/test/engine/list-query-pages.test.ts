import { areas, type ListQuery } from '@packhouse/contract'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computedFields } from '../../src/customers/customers.policy.ts'
import { listRows } from '../../src/engine/resource/list-rows.ts'
import { Database, type Transaction } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const ROWS = 403

interface Row {
  id: string
}

interface Page {
  items: Row[]
  total: number
  next: string | null
}

async function ask(query: Record<string, string>) {
  return await (await app.as('staff')).get(`/v1/suppliers?${new URLSearchParams(query)}`)
}

async function page(query: Record<string, string>): Promise<Page> {
  const answer = await ask(query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Page
}

/** The parameters for which a request is refused. */
async function refusedAt(query: Record<string, string>): Promise<string[]> {
  const { errors = [] } = expectProblem(await ask(query), 'invalid_request')
  return errors.map(({ path }) => path)
}

async function walk(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let position = {}
  while (true) {
    const { items, next } = await page({ ...query, ...position, pageSize: '60' })
    ids.push(...items.map(({ id }) => id))
    if (next === null) return ids
    position = { after: next }
  }
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
    'sorted by %s follow each other without a gap, first to last, by numbers and by positions, whatever is searched for',
    async (sort, order) => {
      for (const [search, condition] of searches) {
        const rows = await app.sql<Row>(`SELECT id FROM supplier WHERE ${condition} ORDER BY ${order}`)
        const query = { sort, ...(search === '' ? {} : { search }) }
        expect(await everyId(query, rows.length), search).toEqual(rows.map(({ id }) => id))
        expect(await walk(query), search).toEqual(rows.map(({ id }) => id))
      }
    },
  )

  test('are those of one direction, read the other way round, in the other', async () => {
    const forward = await everyId({ sort: 'name' }, ROWS)
    expect(await everyId({ sort: '-name' }, ROWS)).toEqual(forward.reverse())
  })

  test('go on from a position that this list gave for this sort and these filters alone', async () => {
    const { next } = await page({ sort: 'name', pageSize: '2' })
    const after = String(next)
    const others: Record<string, string>[] = [{ sort: '-name' }, { status: 'hold' }, { search: 'seldom' }]
    for (const other of others) {
      expect(await refusedAt({ sort: 'name', ...other, after })).toEqual(['query.after'])
    }
    for (const forged of ['', 'é', 'A'.repeat(5_000), `${after}A`, after.slice(0, -4), after.replace(/.$/, '!')]) {
      expect(await refusedAt({ sort: 'name', after: forged }), forged).toEqual(['query.after'])
    }
    expect(await refusedAt({ sort: 'name', after, page: '2' })).toEqual(['query.page'])
    expect(await page({ sort: 'name', after, pageSize: '7' })).toMatchObject({ page: 1, pageSize: 7, total: ROWS })
    expect((await page({ sort: 'name', pageSize: '2' })).next).toBe(next)
  })
})

describe('the rows behind a position', () => {
  const { customers } = areas.customers.resources
  let database: Database

  beforeAll(async () => {
    await app.sql(
      `INSERT INTO customer (code, name, legal_name, currency, status)
       SELECT 'W' || i, 'Name ' || i % 7, 'Legal', 'EUR', 'active' FROM generate_series(1, 5000) i`,
    )
    await app.sql('ANALYZE customer')
    database = new Database(app.databaseUrl, createLog('warn'))
  })
  afterAll(() => database.stop())

  test.each(['name', '-name', 'code', '-updatedAt', 'status,name'])(
    'sorted by %s are found by an index: no more rows are read than are shown',
    async (sort) => {
      const query = customers.calls.list.query?.parse({ sort, page: '100' }) as ListQuery
      const request = { resource: customers, computed: computedFields.customer ?? {}, filters: {}, parent: {} }
      const scans = await database.inScope('all', async (db) => {
        const { next } = await listRows(db, { ...request, query })
        const after = { ...query, page: 1, after: String(next) }
        return await scansOf(db, (recording) => listRows(recording, { ...request, query: after }))
      })
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/^Index/)
        expect(scan['Actual Rows'] * scan['Actual Loops'] + (scan['Rows Removed by Filter'] ?? 0)).toBeLessThan(27)
      }
    },
  )
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How customers are read by the queries that ask for a page of them. */
async function scansOf(db: Transaction, read: (recording: Transaction) => Promise<unknown>): Promise<PlanNode[]> {
  const asked: CompiledQuery[] = []
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(recording as Transaction)
  const scans: PlanNode[] = []
  // The count of all rows is read beside them.
  for (const one of asked.filter(({ sql }) => sql.includes('"listPosition"'))) {
    const explained = { ...one, sql: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${one.sql}` }
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained)
    for (const row of rows) scans.push(...scansIn(row['QUERY PLAN'][0].Plan))
  }
  return scans
}

function scansIn(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scansIn)
  return node['Relation Name'] === 'customer' ? [node, ...below] : below
}
