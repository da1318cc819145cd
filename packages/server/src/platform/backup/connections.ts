import pg from 'pg'

/**
 * What values look like as text, and that nothing is left out or given up: row-level security fails where it would hide rows, and rows come in
 * the order in which they lie, so that the same rows are the same bytes.
 */
const SETTINGS = `
  SET row_security = off; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 3;
  SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0;
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET transaction_timeout = 0; SET lock_timeout = '30s';
  SET standard_conforming_strings = on`

/** A connection whose rows are the same bytes as those of another, wherever they are. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  // The statement that is under way fails; that is what is acted on.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(SETTINGS)
  return client
}

/** Does work on a connection that is closed behind it. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Hands the items out to workers, one after the other; the first failure ends all. */
export async function shareOut<Worker, Item>(
  workers: readonly Worker[],
  items: readonly Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  let hasFailed = false
  await Promise.all(
    workers.map(async (worker) => {
      for (let item = queue.shift(); item !== undefined && !hasFailed; item = queue.shift()) {
        await work(worker, item).catch((error: unknown) => {
          hasFailed = true
          throw error
        })
      }
    }),
  )
}

export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${encodeURIComponent(name)}` }).href
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}
