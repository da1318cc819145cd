import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { removeMonths } from '../../src/insight/auth-log/partitions.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

function logIn(email: string, password: string) {
  return app.anonymous.post('/v1/auth/login', { email, password })
}

test('a sign-in is in the log with the session, the way and the program', async () => {
  const staff = await app.signIn('staff')
  const { items } = await staff.call('listAuthLog', { query: { kind: 'sign-ins', action: 'sign-in' } })
  expect(items[0]).toMatchObject({ type: 'login', outcome: 'ok', way: 'password', address: '127.0.0.1' })
  expect(items[0]?.who?.name).toBeTruthy()
})

test('refusals in a row are one entry, which says what followed', async () => {
  const staff = await app.as('staff')
  const email = 'customer@packhouse.example'
  for (let times = 0; times < 3; times += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
  await app.signIn('customer')
  const query = { kind: 'sign-ins', outcome: 'refused', q: email } as const
  const { items, total } = await staff.call('listAuthLog', { query })
  expect([items.length, total]).toEqual([1, 1])
  expect(items[0]).toMatchObject({ action: 'sign-in-refused', times: 3, code: 'invalid_credentials' })
  const details = await staff.call('authLogEntry', { params: { id: items[0]?.id ?? '' } })
  expect(details.followed).toMatchObject({ action: 'sign-in', outcome: 'ok' })
  expect(details.sameAddress[0]).toMatchObject({ refused: expect.any(Number) })
})

test('an email that belongs to nobody is stored as a hash, and found by who knows it', async () => {
  const staff = await app.as('staff')
  const email = `${randomUUID()}@nowhere.example`
  await logIn(email, 'wrong')
  const { items } = await staff.call('listAuthLog', { query: { q: email } })
  expect(items).toEqual([expect.objectContaining({ action: 'sign-in-refused', who: null, record: null })])
  expect(JSON.stringify(await app.sql('SELECT * FROM auth_log'))).not.toContain(email)
})

test('a refused right names the permission and the route, once a minute', async () => {
  const customer = await app.as('customer')
  await customer.get('/v1/jobs')
  await customer.get('/v1/jobs')
  const { items } = await (await app.as('staff')).call('listAuthLog', { query: { action: 'right-refused' } })
  expect(items.filter(({ target }) => target === 'GET /v1/jobs')).toEqual([
    expect.objectContaining({ outcome: 'refused', code: 'operation.read', times: 1 }),
  ])
})

test('a refresh and its reuse are written', async () => {
  const staff = await app.signIn('staff')
  const refresh = () => app.anonymous.post('/v1/auth/refresh', { refresh_token: staff.tokens?.refresh_token })
  const { body } = await refresh()
  await app.anonymous.post('/v1/auth/refresh', { refresh_token: (body as { refresh_token: string }).refresh_token })
  expect((await refresh()).status).toBe(401)
  const rows = await app.sql<{ action: string; session_id: string }>(
    `SELECT action, session_id FROM auth_log WHERE action LIKE 'refresh%' ORDER BY id DESC LIMIT 2`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['refresh-token-reused', 'refreshed'])
  expect(rows[0]?.session_id).toBe(rows[1]?.session_id)
})

test('a change has its permission and request, and what is before and after', async () => {
  const staff = await app.as('staff')
  const made = await staff.post('/v1/industries', { code: `B${Date.now()}`, name: `Bakery ${randomUUID()}` })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: string }
  const { items } = await staff.call('listAuthLog', { query: { kind: 'changes', record: id } })
  expect(items[0]).toMatchObject({ action: 'create', record: { resource: 'industry', id } })
  const details = await staff.call('authLogEntry', { params: { id: items[0]?.id ?? '' } })
  expect(details).toMatchObject({ permission: 'industry.create', hidden: false })
  expect(details.requestId).toBe(made.headers['x-request-id'])
  const history = (await staff.get(`/v1/industries/${id}/history`)).body
  expect(history).toMatchObject({ items: [{ action: 'create', requestId: details.requestId }] })
  expect(details.changes.map(({ field }) => field)).toContain('name')
})

test('pages go on where the last one ended, without gaps and repetitions', async () => {
  const staff = await app.as('staff')
  const all = await staff.call('listAuthLog', { query: { limit: '200', kind: 'changes' } })
  const seen: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 4; pages += 1) {
    const query = { limit: '7', kind: 'changes', ...(cursor === undefined ? {} : { cursor }) } as const
    const page = await staff.call('listAuthLog', { query })
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === null) break
    cursor = page.next
  }
  expect(seen).toEqual(all.items.map(({ id }) => id).slice(0, seen.length))
  expect(new Set(seen).size).toBe(seen.length)
  expect((await staff.get('/v1/auth/logs?cursor=nonsense')).status).toBe(400)
})

test('the file has the entries as CSV and as JSON', async () => {
  const staff = await app.as('staff')
  const csv = await staff.get('/v1/auth/logs/export?kind=sign-ins')
  expect(csv.text.split('\n')[0]).toContain('at,kind,action')
  const json = await staff.get('/v1/auth/logs/export?kind=sign-ins&format=json')
  const rows = JSON.parse(json.text) as { action: string }[]
  expect(rows.length).toBe(csv.text.trim().split('\n').length - 1)
  expect(rows.map(({ action }) => action)).toContain('sign-in')
})

test('entries can be neither changed nor deleted', async () => {
  for (const statement of ['UPDATE auth_log SET code = NULL', 'DELETE FROM auth_log', 'TRUNCATE auth_log']) {
    await expect(app.sql(statement)).rejects.toThrow('only added to')
  }
})

test('a missing month is made on insert, and four are there before they begin', async () => {
  await app.sql(
    `SELECT write_auth_log('[{"at": "2031-05-06T07:08:09Z", "action": "sign-in", "type": "login", "outcome": "ok"}]')`,
  )
  const names = await app.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'auth_log'::regclass`,
  )
  expect(names.map(({ name }) => name)).toContain('auth_log_203105')
  expect(names.length).toBeGreaterThanOrEqual(6)
})

test('a user sees sign-ins in their history as before', async () => {
  const staff = await app.as('staff')
  const me = await staff.call('me')
  const answer = await staff.get(`/v1/users/${me.user.id}/history`)
  expect((answer.body as { items: { action: string }[] }).items.map(({ action }) => action)).toContain('sign-in')
})

/** Months that both tables have, as `202401`. */
async function months(): Promise<string[]> {
  const rows = await app.sql<{ month: string }>(
    `SELECT right(relname, 6) AS month FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent IN ('auth_log'::regclass, 'api_count'::regclass) GROUP BY 1 HAVING count(*) = 2 ORDER BY 1`,
  )
  return rows.map(({ month }) => month)
}

async function makeMonthsOf2024(): Promise<void> {
  await app.sql(
    `SELECT ensure_month(parent, month::timestamptz) FROM unnest('{auth_log,api_count}'::text[]) AS parent, unnest('{2024-01-01,2024-02-01}'::date[]) AS month`,
  )
}

test('whole months are removed by the job when they are older than the setting says, and no younger ones', async () => {
  await makeMonthsOf2024()
  const before = await months()
  expect(before).toEqual(expect.arrayContaining(['202401', '202402']))
  await app.sql(
    `UPDATE periodic_job SET last_success_at = now() - interval '2 days' WHERE name = 'Remove old sign-ins and counters'`,
  )
  // The counters come last: until then the job would take those of the next test too.
  await until('the old months to be gone', async () => {
    const [row] = await app.sql<{ gone: boolean }>(`SELECT to_regclass('api_count_202402') IS NULL AS gone`)
    return row?.gone === true
  })
  const oldest = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 7).replace('-', '')
  expect(await months()).toEqual(before.filter((month) => month >= oldest))
})

test('a removal gives way to who reads for long, holds up no sign-in, and is finished the next time', async () => {
  await makeMonthsOf2024()
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  const reader = await pool.connect()
  try {
    await reader.query('BEGIN')
    await reader.query('SELECT count(*) FROM auth_log')
    const removal = removeMonths(pool, 400, Date.now())
    const outcome = expect(removal).rejects.toThrow('lock timeout')
    await app.signIn('staff')
    await outcome
    await reader.query('COMMIT')
    expect(await removeMonths(pool, 400, Date.now())).toEqual([
      'auth_log_202401',
      'auth_log_202402',
      'api_count_202401',
      'api_count_202402',
    ])
  } finally {
    reader.release()
    await pool.end()
  }
})
