import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Backfill } from '../../src/platform/backfills/backfill.ts'
import { readOpen } from '../../src/platform/backfills/backfill-rows.ts'
import { BackfillRunner } from '../../src/platform/backfills/backfill-runner.ts'
import { finishNeeded } from '../../src/platform/backfills/finish-backfills.ts'
import { runBatch } from '../../src/platform/backfills/run-batch.ts'
import { Database } from '../../src/platform/database.ts'
import { openBackfills } from '../../src/platform/doctor/checks/migrations.ts'
import { createLog } from '../../src/platform/log.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/databases.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'

const MACHINES = 40
const VISITS = 250
const log = createLog('fatal')
const owners = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

let clone: ClonedDatabase
let database: Database
const random = randomNumbers(seed)

/** Visits get a sum of their parts; whatever is written since then has it from a trigger. `times` counts how often a row was handled. */
const sums: Backfill = {
  name: 'sums-of-visits',
  after: 90,
  table: 'visit',
  key: ['place', 'at'],
  mostRows: 400,
  change: `UPDATE visit v SET sum = v.one + v.other, times = v.times + 1 FROM batch WHERE (v.place, v.at) = (batch.place, batch.at)`,
}

beforeAll(async () => {
  clone = await cloneDatabase(inject('databaseServer'))
  database = new Database(clone.url, log)
})

afterAll(async () => {
  await database.stop()
  await clone.drop()
})

beforeEach(async () => {
  await database.pool.query(`
    DROP TABLE IF EXISTS visit, expected;
    DELETE FROM backfill; DELETE FROM lease WHERE name = 'backfills';
    CREATE TABLE visit (place text, at timestamptz, one int NOT NULL, other int NOT NULL, sum int, times int NOT NULL DEFAULT 0, PRIMARY KEY (place, at));
    INSERT INTO visit (place, at, one, other)
    SELECT 'Höhe "' || chr(64 + p % 26) || '" ' || p, '2026-01-01 00:00:00.000001Z'::timestamptz + v * interval '7.000003 s', p * v % 97, v % 31
    FROM generate_series(1, ${MACHINES}) p, generate_series(1, ${VISITS}) v;
    CREATE OR REPLACE FUNCTION add_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.sum := NEW.one + NEW.other; RETURN NEW; END $$;
    CREATE TRIGGER add_up BEFORE INSERT OR UPDATE OF one, other ON visit FOR EACH ROW EXECUTE FUNCTION add_up();
    CREATE TABLE expected AS SELECT place, at, one + other AS sum FROM visit;
    ANALYZE visit`)
})

/** A connection that is lost before or behind the statement with this number, as if the process had been killed. */
async function withDyingClient<T>(dies: number | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clone.url })
  client.on('error', () => undefined)
  await client.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let statements = 0
  const isSent = random() < 0.5
  Object.assign(client, {
    query: async (...args: unknown[]) => {
      statements += 1
      if (statements !== dies) return await query(...args)
      if (isSent) query(...args).catch(() => undefined)
      await sleep(isSent ? random() * 4 : 0)
      ;(client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
      throw new Error('The process was killed.')
    },
  })
  return await work(client).finally(() => client.end().catch(() => undefined))
}

async function counted(condition: string): Promise<number> {
  return (await database.pool.query(`SELECT count(*)::int AS count FROM visit WHERE ${condition}`)).rows[0].count
}

/** Old rows that differ from what one statement would have made of them. */
async function differences(): Promise<number> {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS count FROM expected e JOIN visit v USING (place, at) WHERE v.times <> 1 OR v.sum IS DISTINCT FROM v.one + v.other
       OR (v.one <> 1000000 AND v.sum <> e.sum)`,
  )
  return rows[0].count
}

test('batches that are killed anywhere, beside people who write, come to the result of one statement', async () => {
  let isOver = false
  let kills = 0
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await database.pool.query(
        `UPDATE visit SET one = 1000000 WHERE at = (SELECT min(at) + ($1 * interval '7.000003 s') FROM visit)`,
        [Math.floor(random() * VISITS)],
      )
      await database.pool.query(`INSERT INTO visit (place, at, one, other) VALUES ($1, '2027-01-01Z', 1, 2)`, [
        `new ${n}`,
      ])
    }
  })()
  for (let isDone = false; !isDone; ) {
    const dies = random() < 0.5 ? 1 + Math.floor(random() * 9) : undefined
    const batch = await withDyingClient(dies, (client) => runBatch(client, sums)).catch(() => undefined)
    if (batch === undefined) kills += 1
    isDone = batch?.isDone ?? false
  }
  isOver = true
  await writing
  expect(kills).toBeGreaterThan(5)
  expect(await counted('sum IS NULL OR sum <> one + other OR times > 1')).toBe(0)
  expect(await counted(`one = 1000000`)).toBeGreaterThan(0)
  expect(await differences()).toBe(0)
  const { rows } = await database.pool.query('SELECT handled::int, done_at FROM backfill')
  expect(rows).toEqual([{ handled: await counted('times = 1'), done_at: expect.any(Date) }])
})

test('a batch that meets a locked row does not wait, changes nothing, and is tried again with fewer rows', async () => {
  const other = await database.pool.connect()
  const client = await database.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(
      'UPDATE visit SET one = 5 WHERE (place, at) = (SELECT place, at FROM visit ORDER BY place, at OFFSET 3 LIMIT 1)',
    )
    expect(await runBatch(client, sums)).toBeUndefined()
    expect(await counted('times > 0')).toBe(0)
    await other.query('COMMIT')
    expect(await runBatch(client, sums)).toEqual({ rows: sums.mostRows / 2, isDone: false })
  } finally {
    other.release()
    client.release()
  }
})

test('one node runs it, another goes on where it was, and nothing is left to own at the end', async () => {
  const parts = { database, log, declared: [{ ...sums, mostRows: 250 }] }
  const [first, second] = owners.map((owner) => new BackfillRunner({ ...parts, owner })) as [
    BackfillRunner,
    BackfillRunner,
  ]
  // However late it is looked at, the last row is not handled before the first node is stopped.
  const holder = await database.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM visit ORDER BY place DESC, at DESC LIMIT 1 FOR UPDATE')
  await first.start()
  await second.start()
  await until('a part of it', async () => (await counted('times > 0')) > 200)
  const [row] = (await database.pool.query(`SELECT owner FROM lease WHERE name = 'backfills'`)).rows
  expect(row).toEqual({ owner: owners[0] })
  await first.stop()
  const handled = await counted('times > 0')
  expect(handled).toBeLessThan(MACHINES * VISITS)
  await holder.query('COMMIT')
  holder.release()
  await until('the rest', async () => (await readOpen(database.pool, parts.declared)).length === 0)
  await until('no owner', async () => {
    const { rows } = await database.pool.query(`SELECT owner FROM lease WHERE name = 'backfills'`)
    return rows[0].owner === null
  })
  expect(await differences()).toBe(0)
  await second.stop()

  await database.pool.query(`DELETE FROM lease WHERE name = 'backfills'`)
  await first.start()
  expect((await database.pool.query(`SELECT FROM lease WHERE name = 'backfills'`)).rowCount).toBe(0)
  await first.stop()
})

test('one that fails says so in Doctor, and goes on when its cause is gone', async () => {
  await database.pool.query('ALTER TABLE visit ADD CONSTRAINT small CHECK (sum < 60)')
  const runner = new BackfillRunner({ database, log, declared: [sums], owner: owners[0], retryMs: 50 })
  await runner.start()
  await until('the reason', async () => (await readOpen(database.pool, [sums]))[0]?.reason ?? undefined)
  const client = await database.pool.connect()
  const words = await openBackfills(client, [sums]).finally(() => client.release())
  expect(words).toEqual([
    expect.objectContaining({
      severity: 'warning',
      what: expect.stringMatching(
        /^The backfill sums-of-visits has handled \d+ of about 10000 rows of visit and fails: .*"small"/,
      ),
    }),
  ])
  await database.pool.query('ALTER TABLE visit DROP CONSTRAINT small')
  await until('the end', async () => (await readOpen(database.pool, [sums])).length === 0)
  expect(await differences()).toBe(0)
  await runner.stop()
})

test('a migration that relies on all rows has it finished first, and does not run where nobody knows how', async () => {
  const client = await database.pool.connect()
  try {
    const needs =
      '-- Works with code from: 0090\n-- Needs backfill: sums-of-visits\nALTER TABLE visit ALTER COLUMN sum SET NOT NULL;'
    await runBatch(client, sums)
    await expect(finishNeeded(client, needs, [])).rejects.toThrow(
      'It needs the backfill sums-of-visits, which is not declared.',
    )
    await finishNeeded(client, needs, [sums])
    await client.query(needs)
    expect(await differences()).toBe(0)
    await finishNeeded(client, needs, [sums])
    expect(await differences()).toBe(0)
  } finally {
    client.release()
  }
})
