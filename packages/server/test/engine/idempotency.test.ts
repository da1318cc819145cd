import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IdempotentRequests } from '../../src/engine/idempotency/idempotent-requests.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'
import { RawConnection } from '../support/raw-connection.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const path = '/v1/industries'
let staff: Caller
let database: Database
let requests: IdempotentRequests
let sent = 0

beforeAll(async () => {
  staff = await app.as('staff')
  database = new Database(app.databaseUrl, createLog('silent'))
  requests = new IdempotentRequests(database.system)
})
afterAll(() => database.stop())

/** A key, and a body that was never sent before. */
function fresh() {
  sent += 1
  return { key: `key-${sent}`, body: { code: `IDEM-${sent}`, name: `Industry ${sent}` } }
}

async function send(caller: Caller, key: string, body: object, to = path): Promise<Answer> {
  return await caller.post(to, body, { 'idempotency-key': key })
}

function isReplayed({ headers }: Answer): boolean {
  return headers['idempotent-replayed'] === 'true'
}

async function rowsOf(key: string) {
  return await app.sql<{ principal_id: string; finished: boolean; answer: Buffer | null; fingerprint: Buffer }>(
    'SELECT principal_id, finished_at IS NOT NULL AS finished, answer, fingerprint FROM idempotent_request WHERE key = $1',
    [key],
  )
}

async function industries(code: string): Promise<number> {
  return (await app.sql('SELECT 1 FROM industry WHERE code = $1', [code])).length
}

/** Holds up whoever adds an industry until the work is done. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const holder = await app.connection()
  await holder.query('BEGIN; LOCK TABLE industry IN SHARE MODE')
  try {
    await work()
  } finally {
    await holder.query('ROLLBACK')
  }
}

describe('a request that is made again with its key', () => {
  test('is answered the same again and makes nothing', async () => {
    const { key, body } = fresh()
    const first = await send(staff, key, body)
    const again = await send(staff, key, body)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect([isReplayed(first), isReplayed(again)]).toEqual([false, true])
    for (const name of ['content-type', 'etag']) expect(again.headers[name], name).toBe(first.headers[name])
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await industries(body.code)).toBe(1)
  })

  test('may have its fields in another order, and the key in quotes', async () => {
    const { key, body } = fresh()
    const first = await send(staff, key, body)
    const again = await send(staff, `"${key}"`, { name: body.name, code: body.code })
    expect([again.text, isReplayed(again)]).toEqual([first.text, true])
  })

  test('is refused again as it was, and with the same words', async () => {
    const { key } = fresh()
    const first = await send(staff, key, { code: '' })
    const again = await send(staff, key, { code: '' })
    expectProblem(first, 'invalid_request')
    expect([again.status, again.text, isReplayed(again)]).toEqual([400, first.text, true])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
  })

  test('is answered without a body where there was none', async () => {
    const { key, body } = fresh()
    const { id } = (await staff.post(path, body)).body as { id: string }
    await staff.request(`${path}/${id}`, { method: 'DELETE' })
    const answers = [
      await send(staff, key, {}, `${path}/${id}/restore`),
      await send(staff, key, {}, `${path}/${id}/restore`),
    ]
    expect(answers[1]).toMatchObject({ status: answers[0]?.status, text: answers[0]?.text })
    expect(answers.map(isReplayed)).toEqual([false, true])
  })

  test('is made once of twenty at once', async () => {
    const { key } = fresh()
    const name = `Twenty at once, ${key}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(staff, key, { name }, '/v1/auth/api-keys')))
    expect(answers.filter((answer) => answer.status === 201 && !isReplayed(answer))).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status !== 201) expectProblem(answer, 'idempotency_key_in_use')
    }
    expect(await app.sql('SELECT 1 FROM api_key WHERE name = $1', [name])).toHaveLength(1)
  })

  test('is told to wait while the first one runs', async () => {
    const { key, body } = fresh()
    let first: Promise<Answer> | undefined
    await whileHeld(async () => {
      first = send(staff, key, body)
      await until('the key is taken', async () => (await rowsOf(key)).length === 1)
      const meanwhile = await send(staff, key, body)
      expect(expectProblem(meanwhile, 'idempotency_key_in_use').retryAfter).toBe(2)
      expect(meanwhile.headers['retry-after']).toBe('2')
      expectProblem(await send(staff, key, { ...body, name: 'Another' }), 'idempotency_key_reused')
    })
    expect((await first)?.status).toBe(201)
    expect(isReplayed(await send(staff, key, body))).toBe(true)
  })

  test('is answered although the first one lost its connection', async () => {
    const { key, body } = fresh()
    const text = JSON.stringify(body)
    const connection = await RawConnection.open(app.port)
    const { authorization, 'x-api-key': apiKey } = await staff.headers()
    await whileHeld(async () => {
      connection.send(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nX-API-KEY: ${apiKey}\r\n` +
          `Idempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      )
      await until('the key is taken', async () => (await rowsOf(key)).length === 1)
      connection.close()
    })
    await until('the answer is stored', async () => (await rowsOf(key))[0]?.finished)
    const again = await send(staff, key, body)
    expect([again.status, isReplayed(again)]).toEqual([201, true])
    expect(await industries(body.code)).toBe(1)
  })
})

describe('a key', () => {
  test.each([
    ['another body', (body: object) => ({ to: path, body: { ...body, name: 'Another' } })],
    ['another query', (body: object) => ({ to: `${path}?x=1`, body })],
    ['another call', () => ({ to: '/v1/auth/api-keys', body: { name: 'Never made' } })],
  ])('is refused with %s', async (_, change) => {
    const { key, body } = fresh()
    await send(staff, key, body)
    const other = change(body)
    expectProblem(await send(staff, key, other.body, other.to), 'idempotency_key_reused')
  })

  test.each(['a b', 'ä', '"open', '"a"b"', '""', 'x'.repeat(256)])('that is none, %j, is refused', async (key) => {
    expectProblem(await send(staff, key, fresh().body), 'invalid_request')
  })

  test('is refused where it would be ignored: by files and without a sign-in', async () => {
    const headers = { 'idempotency-key': 'x', 'content-type': 'text/csv' }
    expectProblem(await staff.post(`${path}/import`, 'code,name\n', headers), 'invalid_request')
    expectProblem(await send(app.anonymous, 'x', { email: 'a', password: 'b' }, '/v1/auth/login'), 'invalid_request')
  })

  test('of somebody else is another one, also of the API key of the same person', async () => {
    const { key } = fresh()
    const body = { machine_ids: ['VFFS-2214', 'FLW-1204'] }
    const to = '/v1/ignition/batch'
    const callers = [await app.as('customer'), await app.as('other'), staff]
    const made = (await staff.post('/v1/auth/api-keys', { name: 'For a batch' })).body as { id: string; key: string }
    const ids = (await app.sql<{ id: string }>('SELECT id FROM api_key_scope')).map(({ id }) => id)
    await staff.request(`/v1/auth/api-keys/${made.id}/scopes`, { method: 'PUT', body: { ids } })
    const seen = []
    for (const caller of callers) {
      const answer = await send(caller, key, body, to)
      seen.push([(answer.body as { missing: string[] }).missing, isReplayed(answer)])
    }
    expect(seen).toEqual([
      [['FLW-1204'], false],
      [['VFFS-2214'], false],
      [[], false],
    ])
    const byKey = await app.anonymous.post(to, body, { 'x-api-key': made.key, 'idempotency-key': key })
    expect([byKey.status, isReplayed(byKey)]).toEqual([200, false])
    expect(new Set((await rowsOf(key)).map((row) => row.principal_id)).size).toBe(4)
  })

  test('is not looked up for who may not make the call', async () => {
    const { key, body } = fresh()
    const denied = await app.as('denied')
    expectProblem(await send(denied, key, body), 'permission_missing')
    expect(await rowsOf(key)).toEqual([])
    await send(staff, key, body)
    const { user } = await denied.call('me')
    await app.sql('UPDATE idempotent_request SET principal_id = $1 WHERE key = $2', [user.id, key])
    expectProblem(await send(denied, key, body), 'permission_missing')
  })

  test('is free again where the server failed', async () => {
    const { key, body } = fresh()
    await app.sql(`
      CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too many' USING ERRCODE = '53300'; END $$;
      CREATE TRIGGER fails BEFORE INSERT ON industry FOR EACH ROW EXECUTE FUNCTION fails()
    `)
    try {
      expectProblem(await send(staff, key, body), 'unavailable')
    } finally {
      await app.sql('DROP FUNCTION fails CASCADE')
    }
    expect(await rowsOf(key)).toEqual([])
    const again = await send(staff, key, body)
    expect([again.status, isReplayed(again)]).toEqual([201, false])
  })

  test('says that nobody knows where the server ended meanwhile, and until then to wait', async () => {
    const { key, body } = fresh()
    await send(staff, key, body)
    const cutOff = (ago: string) =>
      app.sql(
        'UPDATE idempotent_request SET finished_at = NULL, answer = NULL, started_at = now() - $1::interval WHERE key = $2',
        [ago, key],
      )
    await cutOff('20 seconds')
    expectProblem(await send(staff, key, body), 'idempotency_key_in_use')
    await cutOff('3 minutes')
    const problem = expectProblem(await send(staff, key, body), 'idempotency_key_unfinished')
    expect(problem.detail).toContain('Look whether it was done')
    expect(await industries(body.code)).toBe(1)
  })
})

describe('what is stored', () => {
  test('is encrypted: a new API key is in no byte of the row, and comes again', async () => {
    const { key } = fresh()
    const body = { name: `With a secret, ${key}` }
    const first = await send(staff, key, body, '/v1/auth/api-keys')
    const secret = (first.body as { key: string }).key
    const [row] = await rowsOf(key)
    const stored = Buffer.concat([row?.answer ?? Buffer.alloc(0), row?.fingerprint ?? Buffer.alloc(0)])
    const parts = ['POST', '/v1/auth/api-keys', null, body]
    const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
    for (const text of [secret, secret.slice(-12), body.name, digest]) expect(stored.includes(text)).toBe(false)
    const again = await send(staff, key, body, '/v1/auth/api-keys')
    expect([again.body, isReplayed(again)]).toEqual([first.body, true])
  })

  test('is no answer above 64 KiB, of which it is known that the request was done', async () => {
    const { key } = fresh()
    const ids = Array.from({ length: 1_000 }, (_, number) => `${number}`.padStart(64, 'X'))
    const first = await send(staff, key, { machine_ids: ids }, '/v1/ignition/batch')
    expect(first.status).toBe(200)
    expect(first.bytes.length).toBeGreaterThan(64 * 1024)
    const again = await send(staff, key, { machine_ids: ids }, '/v1/ignition/batch')
    expect(expectProblem(again, 'idempotency_answer_not_stored').detail).toContain('The request was done.')
  })

  test('is forgotten after 24 hours, whether it was removed yet or not', async () => {
    const { key, body } = fresh()
    await send(staff, key, body)
    const age = () =>
      app.sql(`UPDATE idempotent_request SET started_at = now() - interval '25 hours' WHERE key = $1`, [key])
    await age()
    // It is made again, and so finds its code taken.
    const again = await send(staff, key, body)
    expect([expectProblem(again, 'duplicate').status, isReplayed(again)]).toEqual([409, false])
    await age()
    await requests.sweep()
    expect(await rowsOf(key)).toEqual([])
  })

  test('is bounded for each principal: by 10,000 requests and by the bytes of their answers', async () => {
    const { key, body } = fresh()
    await send(staff, key, body)
    const [row] = await rowsOf(key)
    const principal = row?.principal_id
    await app.sql(
      `INSERT INTO idempotent_request (principal_id, key, claim, fingerprint, started_at, finished_at)
       SELECT $1, 'many-' || n, uuidv7(), '', now() - n * interval '1 second', now() FROM generate_series(1, 10020) n`,
      [principal],
    )
    await send(staff, fresh().key, fresh().body)
    const [count] = await app.sql<{ rows: number; oldest: number; newest: number }>(
      `SELECT count(finished_at)::int AS rows, count(*) FILTER (WHERE key = 'many-10020')::int AS oldest,
         count(*) FILTER (WHERE key = $2)::int AS newest FROM idempotent_request WHERE principal_id = $1`,
      [principal, key],
    )
    expect(count).toEqual({ rows: 10_000, oldest: 0, newest: 1 })
    await app.sql(
      `UPDATE idempotent_request SET answer = convert_to(repeat('x', 1024 * 1024), 'UTF8')
       WHERE principal_id = $1 AND key IN (SELECT 'many-' || n FROM generate_series(1, 70) n)`,
      [principal],
    )
    await requests.sweep()
    const kept = await app.sql<{ key: string }>(
      `SELECT key FROM idempotent_request WHERE principal_id = $1 AND octet_length(answer) = 1024 * 1024`,
      [principal],
    )
    expect(kept.length).toBe(63)
    expect(kept.map((one) => one.key)).not.toContain('many-70')
    await app.sql(`DELETE FROM idempotent_request WHERE key LIKE 'many-%'`)
  })

  test('is for the server alone', async () => {
    const read = sql`SELECT 1 FROM idempotent_request`
    const attempt = database.inScope('all', (transaction) => read.execute(transaction))
    await expect(attempt).rejects.toThrow('permission denied')
  })
})
