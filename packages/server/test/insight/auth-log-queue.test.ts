import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg, { Client } from 'pg'
import { expect, test } from 'vitest'
import { RefusalLog } from '../../src/access/refusal-log.ts'
import { findForeign, type MissingRow } from '../../src/insight/auth-log/foreign-rows.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { Refusals } from '../../src/platform/refusals.ts'
import { eventually } from '../support/eventually.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MOST = 100
const LOCK = 4_711
const app = useTestApp({ environment: { AUTH_LOG_QUEUE: String(MOST), JOBS: 'off' } })

/** From now on refusals cannot be written while the lock is held; what belongs to a session can. */
const HOLD_REFUSALS = `
  CREATE FUNCTION hold_refusals() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.outcome = 'refused' THEN PERFORM pg_advisory_xact_lock(${LOCK}); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER hold_refusals BEFORE INSERT ON auth_log FOR EACH ROW EXECUTE FUNCTION hold_refusals()`

interface Written {
  rows: number
  times: number
  minutes: number
}

async function written(condition: string): Promise<Written | undefined> {
  const [row] = await app.sql<{ rows: number; times: number; minutes: number }>(
    `SELECT count(*)::int AS rows, coalesce(sum(times), 0)::int AS times, count(DISTINCT date_trunc('minute', at))::int AS minutes
     FROM auth_log WHERE outcome = 'refused' AND ${condition}`,
  )
  return row
}

test('neither who is refused nor who signs in waits for the log, and 130 wrong sign-ins are a row for each minute', async () => {
  await app.as('staff')
  await app.sql(HOLD_REFUSALS)
  const holder = new Client({ connectionString: app.databaseUrl })
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
    const email = `${randomUUID()}@nowhere.example`
    for (let attempt = 0; attempt < 130; attempt += 1) {
      const { status } = await app.anonymous.post('/v1/auth/login', { email, password: 'wrong' })
      expect([401, 429]).toContain(status)
    }
    await app.signIn('customer')
    expect(await app.sql(`SELECT FROM auth_log WHERE action = 'sign-in'`)).toHaveLength(2)
    expect((await written('true'))?.rows).toBe(0)
  } finally {
    await holder.end()
  }
  await eventually(async () => (await written(`action LIKE 'sign-in-%'`))?.times).toBe(130)
  const of = async (action: string) => await written(`action = '${action}'`)
  const [wrong, paused] = [await of('sign-in-refused'), await of('sign-in-paused')]
  expect([wrong?.rows, paused?.rows]).toEqual([wrong?.minutes, paused?.minutes])
})

test('health says that refusals cannot be written, until they can', async () => {
  const logs = async () => (await app.anonymous.call('health')).logs
  const refuse = () => app.anonymous.post('/v1/auth/login', { email: 'nobody@nowhere.example', password: 'wrong' })
  await app.sql(`
    CREATE FUNCTION fail_refusals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = 'object_not_in_prerequisite_state'; END $$;
    CREATE TRIGGER fail_refusals BEFORE INSERT ON auth_log FOR EACH ROW WHEN (NEW.outcome = 'refused') EXECUTE FUNCTION fail_refusals()`)
  try {
    await eventually(async () => {
      await refuse()
      return (await logs()).status
    }).toBe('attention')
    expect((await logs()).detail).toContain('Refusals cannot be written to the log')
  } finally {
    await app.sql('DROP TRIGGER fail_refusals ON auth_log')
  }
  await eventually(async () => (await logs()).status).toBe('ok')
})

test('two servers under attack from 10,000 addresses write a bounded number of rows, and count every refusal', async () => {
  const log = createLog('silent')
  const database = new Database(app.databaseUrl, log)
  try {
    const servers = [1, 2].map(() => {
      const refusals = new Refusals()
      return { refusals, log: new RefusalLog(database.system, { log, refusals, most: MOST }) }
    })
    const at = '2031-07-08T09:10:11.000Z'
    for (const server of servers) {
      for (let index = 0; index < 10_000; index += 1) {
        const address = `10.1.${index >> 8}.${index & 255}`
        const seen = { at, address, userAgent: 'a stranger', requestId: undefined }
        server.log.add({ userId: undefined, action: 'token-refused', code: 'token_invalid' }, seen)
        if (index % 1_000 === 0) await server.log.flush()
      }
    }
    for (const server of servers) await server.log.stop()
    const total = await written(`at = '${at}'`)
    expect(total).toEqual({ rows: MOST / 2 + 1, times: 20_000, minutes: 1 })
    const query = { to: '2031-07-08T09:12:00Z', minutes: '2', kind: 'sign-ins' } as const
    const { buckets } = await (await app.as('staff')).call('authLogByMinute', { query })
    expect(buckets.map(({ events, refused }) => [events, refused])).toEqual([
      [20_000, 20_000],
      [0, 0],
    ])
    expect(servers.map(({ refusals }) => refusals.snapshot())).toEqual([
      { 'auth_log.collapsed': 10_000 - MOST / 2 },
      { 'auth_log.collapsed': 10_000 - MOST / 2 },
    ])
  } finally {
    await database.stop()
  }
})

test('one bad entry is dropped or cleaned alone, what cannot be looked up holds up nothing else, and health says that it lasts', async () => {
  const log = createLog('silent')
  const database = new Database(app.databaseUrl, log)
  const refusals = new Refusals()
  const refused = new RefusalLog(database.system, { log, refusals, most: MOST })
  const seen = { at: '2032-07-08T09:10:11.000Z', address: '10.2.0.1', userAgent: undefined, requestId: undefined }
  try {
    const event = { userId: undefined, action: 'token-refused' } as const
    const note = refused.lookUp<string>(async (db, ids) => {
      await sql`SELECT ${ids}::text[]`.execute(db)
      return ids.map((id) => ({ event: { ...event, target: id }, seen }))
    })
    const foreign = refused.lookUp<MissingRow>((_db, missing) => findForeign(database, missing))
    let isAway = true
    const away = refused.lookUp<string>(async () => {
      if (isAway) throw Object.assign(new Error('The database is away.'), { code: '08006' })
      return []
    })
    away('x')
    for (const id of ['one', 'two\u0000', 'three']) note(id)
    const [machine] = await app.sql<{ machine_id: string; customer_id: string }>(
      'SELECT machine_id, customer_id FROM machine LIMIT 1',
    )
    const stranger = { customerId: randomUUID(), userId: randomUUID(), apiKeyId: undefined, sessionId: undefined }
    for (const id of ['x\u0000', machine?.machine_id ?? ''])
      foreign({ ids: [id], ...stranger, target: 'GET foreign', seen })
    refused.add({ ...event, target: 'half \ud800 and \u0000' }, seen)
    refused.add({ ...event, target: 'whole', userId: 'no id' }, seen)
    for (let times = 0; times < 3; times += 1) await refused.flush()
    const rows = await app.sql<{ target: string }>('SELECT target FROM auth_log WHERE at = $1 ORDER BY target', [
      seen.at,
    ])
    expect(rows.map(({ target }) => target)).toEqual(['GET foreign', 'half \ufffd and \ufffd', 'one', 'three'])
    expect(refusals.snapshot()).toEqual({ 'auth_log.not_looked_up': 1, 'auth_log.not_storable': 1 })
    expect(refused.healthIssue()).toContain('Refusals cannot be written')
    isAway = false
    await refused.flush()
    expect(refused.healthIssue()).toBeUndefined()
  } finally {
    await refused.stop()
    await database.stop()
  }
})

test('a count grows within its minute, and nothing else of a row changes', async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const row = `group_hash IS NOT NULL AND code = 'many'`
  try {
    for (const change of [
      'times = times',
      'times = times - 1',
      `times = times + 1, at = at + interval '1 minute'`,
      `times = times + 1, code = 'x'`,
      "times = times + 1, first_at = at + interval '1 second'",
    ]) {
      await expect(client.query(`UPDATE auth_log SET ${change} WHERE ${row}`), change).rejects.toThrow('only added to')
    }
    const { rowCount } = await client.query(`UPDATE auth_log SET times = times + 1 WHERE ${row}`)
    expect(rowCount).toBe(1)
  } finally {
    await client.end()
  }
})
