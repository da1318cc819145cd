import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MOST = 100
const BEYOND = 30
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

test('what is beyond the queue is dropped and counted, and neither who is refused nor who signs in waits for the log', async () => {
  const staff = await app.as('staff')
  const { refused: before } = await staff.call('refusalCounts')
  expect(before['auth_log.queue_full'] ?? 0).toBe(0)
  await app.sql(HOLD_REFUSALS)
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK])
    const email = `${randomUUID()}@nowhere.example`
    for (let attempt = 0; attempt < MOST + BEYOND; attempt += 1) {
      const { status } = await app.anonymous.post('/v1/auth/login', { email, password: 'wrong' })
      expect([401, 429]).toContain(status)
    }
    const { refused } = await staff.call('refusalCounts')
    expect(refused['auth_log.queue_full']).toBe(BEYOND)
    await app.signIn('customer')
    const [{ signIns } = { signIns: 0 }] = await app.sql<{ signIns: number }>(
      `SELECT count(*)::int AS "signIns" FROM auth_log WHERE action = 'sign-in'`,
    )
    expect(signIns).toBe(2)
    expect(await app.sql(`SELECT FROM auth_log WHERE outcome = 'refused'`)).toHaveLength(0)
  } finally {
    await holder.end()
  }
  await until('what waited to be written', async () => {
    return (await app.sql(`SELECT FROM auth_log WHERE outcome = 'refused'`)).length === MOST
  })
})
