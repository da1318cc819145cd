import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** May read, and may become the roles of requests; whatever it writes fails. */
const READER = 'packhouse_test_reader'
const PASSWORD = 'reader'

const app = useTestApp({
  prepare: `DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${READER}') THEN CREATE ROLE ${READER} LOGIN PASSWORD '${PASSWORD}'; END IF;
    END $$;
    GRANT packhouse_app, packhouse_staff TO ${READER};
    ALTER ROLE ${READER} SET default_transaction_read_only = on`,
  replica: (url) => Object.assign(new URL(url), { username: READER, password: PASSWORD }).href,
})
const MACHINE = 'VFFS-2214'

beforeAll(async () => {
  await (await app.device()).publish(MACHINE, { totalCycles: 1, speed: 40 })
})

async function readsOf(source: string): Promise<number> {
  const { text } = await (await app.as('staff')).get('/v1/prometheus/metrics')
  return Number(new RegExp(`^packhouse_history_reads_total\\{source="${source}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

const HOUR_MS = 3_600_000
const now = Date.now()
const span = `from=${new Date(now - HOUR_MS).toISOString()}&to=${new Date(now).toISOString()}`
const calls = [
  `/v1/ignition/machines/${MACHINE}/history`,
  `/v1/ignition/machines/${MACHINE}/states?${span}`,
  `/v1/ignition/machines/${MACHINE}/texts?tag=Recipe&${span}`,
  '/v1/ignition/metrics',
  '/v1/ignition/heatmap',
  `/v1/ignition/machines/${MACHINE}/export?format=csv&${span}`,
]

test.each(calls)('%s is read from the replica, by a role that may not write', async (path) => {
  const before = await readsOf('replica')
  // A replica that is busy for a second is left alone for as long, and the primary answers.
  await until('a read from the replica', async () => {
    const answer = await (await app.as('staff')).get(path)
    expect(answer.status).toBe(200)
    return (await readsOf('replica')) > before
  })
})

test('row-level security holds there', async () => {
  const [denied, owner] = await Promise.all([app.as('other'), app.as('customer')])
  const [, states = ''] = calls
  expect((await denied.get(states)).status).toBe(404)
  expect((await owner.get(states)).status).toBe(200)
  const [{ id } = { id: '' }] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
  const url = Object.assign(new URL(app.databaseUrl), { username: READER, password: PASSWORD }).href
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }), { replica: { url, lagSeconds: 10 } })
  try {
    const seen = await database.inHistory({ customerId: id }, async (db) => {
      const { rows } = await sql<{
        who: string
        n: number
      }>`SELECT session_user AS who, count(*)::int AS n FROM record`.execute(db)
      return rows[0]
    })
    expect(seen).toEqual({ who: READER, n: 0 })
  } finally {
    await database.stop()
  }
})

test('a replica that is away or too far behind is not read from, which is counted', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }), {
    replica: { url: nowhere, lagSeconds: 10 },
  })
  const behind = new Database(app.databaseUrl, pino({ level: 'silent' }), {
    replica: { url: app.databaseUrl, lagSeconds: -1 },
  })
  try {
    const ask = (db: Database) =>
      db.inHistory('all', async (transaction) => (await sql`SELECT 1 AS one`.execute(transaction)).rows)
    expect(await ask(database)).toEqual([{ one: 1 }])
    expect(database.replicaReads()).toEqual({ replica: 0, behind: 0, away: 1 })
    expect(await ask(behind)).toEqual([{ one: 1 }])
    expect(behind.replicaReads()).toEqual({ replica: 0, behind: 1, away: 0 })
  } finally {
    await Promise.all([database.stop(), behind.stop()])
  }
})

/** Whatever is stored of one machine's telemetry, as `deploy/citus/distribute.sql` distributes it. */
const DISTRIBUTED = ['hour_rollup', 'latest', 'minute_rollup', 'record', 'record_block']

test('telemetry can be distributed by machine: its unique keys contain the machine, and no column counts by itself', async () => {
  const found = await app.sql<{ name: string; fits: boolean }>(
    `SELECT c.relname AS name, bool_and(NOT i.indisunique OR EXISTS (
         SELECT FROM unnest(i.indkey) number JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = number AND a.attname = 'machine_key'))
       AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attidentity <> '')
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0
         AND k.confrelid::regclass::text = ANY ($1)) AS fits
     FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [DISTRIBUTED],
  )
  expect(found).toEqual(DISTRIBUTED.map((name) => ({ name, fits: true })))
})
