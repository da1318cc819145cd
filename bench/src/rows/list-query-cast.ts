import { areas, type ListQuery } from '@packhouse/contract'
import { customerFields, type Database, listRows } from '@packhouse/server'
import type { Stage } from '../stage/stage.ts'

export interface Figures {
  /** Time in the database of the page and of the count together, ms. */
  median: number
  p95: number
  /** That of the page alone, ms. */
  page: number
  /** The median where no index may be used, ms. */
  scan: number
  /** Of `SELECT 1`, ms. */
  roundTrip: number
}

type Transaction = Parameters<Parameters<Database['inScope']>[1]>[0]
type Plugin = Parameters<Transaction['withPlugin']>[0]
type Compiled = ReturnType<ReturnType<Transaction['getExecutor']>['compileQuery']>

interface Explained {
  'QUERY PLAN': [{ 'Execution Time': number }]
}

const customers = areas.customers.resources.customers

/** A database with many customers, and the product's own list query on it. */
export class ListQueryCast {
  readonly #database: Database

  private constructor(database: Database) {
    this.#database = database
  }

  static async start(
    stage: Stage,
    { customers: count, seed }: { customers: number; seed: number },
  ): Promise<ListQueryCast> {
    const { pool } = stage.database
    await pool.query(FILL, [count, seed])
    await pool.query('VACUUM (ANALYZE) customer')
    return new ListQueryCast(stage.database)
  }

  async measure(query: Record<string, string>, runs: number): Promise<Figures> {
    const parsed = customers.calls.list.query?.parse(query) as ListQuery
    const totals: number[] = []
    const pages: number[] = []
    for (let run = 0; run < runs; run++) {
      const [count = Number.NaN, ...page] = await this.#explain(parsed, 'on')
      totals.push(count + sum(page))
      pages.push(sum(page))
    }
    const scan = sum(await this.#explain(parsed, 'off'))
    return {
      median: quantile(totals, 0.5),
      p95: quantile(totals, 0.95),
      page: quantile(pages, 0.5),
      scan,
      roundTrip: await this.#roundTrip(runs),
    }
  }

  /** The times in the database of what a list asks it, one by one, ms. @param indexes whether they may be used */
  async #explain(query: ListQuery, indexes: 'on' | 'off'): Promise<number[]> {
    const times: number[] = []
    await this.#database.inScope('all', async (db) => {
      for (const setting of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) {
        await db
          .selectNoFrom(({ fn, val }) => fn('set_config', [val(setting), val(indexes), val(true)]).as('set'))
          .execute()
      }
      // What is asked next depends on the answer before, so the list is read first and then explained.
      const asked: Compiled[] = []
      await listRows(db.withPlugin(keeping(db, asked)) as Transaction, {
        resource: customers,
        computed: customerFields.customer ?? {},
        query,
        filters: {},
        parent: {},
      })
      for (const one of asked) {
        const { rows } = await db.executeQuery<Explained>({
          ...one,
          sql: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${one.sql}`,
        })
        times.push(rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN)
      }
    })
    return times
  }

  async #roundTrip(runs: number): Promise<number> {
    const times: number[] = []
    const client = await this.#database.pool.connect()
    for (let run = 0; run < runs; run++) {
      const started = performance.now()
      await client.query('SELECT 1')
      times.push(performance.now() - started)
    }
    client.release()
    return quantile(times, 0.5)
  }
}

/** Records the queries to the database. */
function keeping(db: Transaction, asked: Compiled[]): Plugin {
  return {
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** Companies with names of two words, a number and a legal form; a few hold a word that hardly any has. */
const FILL = `
  INSERT INTO customer (code, name, legal_name, tax_id, currency, status)
  SELECT 'C' || lpad(n::text, 6, '0'), name, name || ' Holding', 'VAT' || substr(md5(key), 1, 9), 'EUR',
    (ARRAY['prospect', 'active', 'active', 'active', 'active', 'active', 'active', 'active', 'hold', 'inactive'])[1 + r % 10]
  FROM (
    SELECT n, key, r, concat_ws(' ',
      (ARRAY['Nord', 'Baltic', 'Alpine', 'Meridian', 'Harbour', 'Golden', 'Royal', 'Valley', 'Summit', 'Coastal'])[1 + r / 10 % 10],
      (ARRAY['Bakery', 'Seafood', 'Foods', 'Dairy', 'Snacks', 'Coffee', 'Confectionery', 'Pharma', 'Brewery', 'Produce'])[1 + r / 100 % 10],
      CASE WHEN r % 33333 = 0 THEN 'Zanzibar' END, r / 1000 % 9973, (ARRAY['AS', 'GmbH', 'Ltd', 'AB', 'SA'])[1 + r % 5]) AS name
    FROM generate_series(1, $1::int) n, LATERAL (SELECT $2::int || '/' || n) k (key),
      LATERAL (SELECT ('x' || substr(md5(key), 1, 7))::bit(28)::int) h (r)
  ) made`
