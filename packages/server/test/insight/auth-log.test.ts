import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { removeMonths } from '../../src/insight/auth-log/partitions.ts'
import { makeDue } from '../support/periodic-jobs.ts'
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

test('an entry is found by a name in whatever case it is typed', async () => {
  const staff = await app.signIn('staff')
  await app.sql(`UPDATE user_account SET first_name = 'İZMİR ΟΔΟΣ', last_name = 'MÜLLER' WHERE email LIKE 'staff@%'`)
  for (const q of ['izmir', 'οδος', 'οδοσ', 'müller', 'σ müll']) {
    const { total } = await staff.call('listAuthLog', { query: { kind: 'sign-ins', q } })
    expect(total, q).toBeGreaterThan(0)
  }
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

interface Row {
  action: string
  code: string
  times: number
  minutes: number
  user_id: string | null
  api_key_id: string | null
  device_id: string | null
  target: string | null
}

/** Refusals of one kind, with the minutes in which there were any. */
async function refusedBy(action: string): Promise<Row[]> {
  await app.written()
  return await app.sql<Row>(
    `SELECT action, code, sum(times)::int AS times, count(*)::int - count(DISTINCT date_trunc('minute', at))::int AS minutes, user_id, api_key_id,
       device_id, target FROM auth_log WHERE action = $1 GROUP BY action, code, user_id, api_key_id, device_id, target ORDER BY code, target`,
    [action],
  )
}

test('of strangers nothing is stored but the address: no name, no path, no header, no client id', async () => {
  const words = `stranger-${randomUUID()}`
  await logIn(`${words}@nowhere.example`, 'wrong')
  const headers = { 'user-agent': words, 'x-request-id': words, authorization: `Bearer ${words}` }
  await app.anonymous.request(`/v1/customers?${words}=1`, { headers })
  await app.anonymous.request(`/v1/${words}`, { headers })
  await app.anonymous.request(`/auth/callback/oidc?state=${words}&error=${words}`, { headers })
  await app.anonymous.request(`/auth/saml2/login?redirect=${words}&state=${words}`, { headers })
  const device = app.device({ username: words, password: words, clientId: words })
  await expect(device).rejects.toThrow('Bad username')
  const refused = (await refusedBy('device-refused')).find(({ device_id }) => device_id === null)
  expect(refused).toMatchObject({ code: 'invalid_credentials' })
  expect(JSON.stringify(await app.sql('SELECT * FROM auth_log'))).not.toContain(words.slice(0, 20))
})

test('300 callbacks with a state that nobody has given out are one row for each minute', async () => {
  const before = (await refusedBy('sign-on-refused')).find(({ code }) => code === 'answer_unknown')?.times ?? 0
  for (let index = 0; index < 300; index += 1) {
    await app.anonymous.request(`/auth/callback/oidc?state=${randomUUID()}&code=${index}`)
  }
  const [row, ...others] = (await refusedBy('sign-on-refused')).filter(({ code }) => code === 'answer_unknown')
  expect(others).toEqual([])
  expect(row).toMatchObject({ times: before + 300, minutes: 0, user_id: null })
})

test('a token and an API key that do not work are written, with the key where there has been one', async () => {
  const staff = await app.as('staff')
  const made = (await staff.post('/v1/auth/api-keys', { name: 'A key' })).body as { id: string; key: string }
  const call = (key: string) => app.anonymous.request('/v1/customers', { headers: { 'x-api-key': key } })
  await app.sql('UPDATE api_key SET revoked_at = now() WHERE id = $1', [made.id])
  for (const key of [made.key, made.key, `phk_${'x'.repeat(43)}`, `pha_${'x'.repeat(43)}`, 'x']) {
    expect((await call(key)).status).toBe(401)
  }
  expect(await refusedBy('api-key-refused')).toEqual([
    expect.objectContaining({ code: 'key_revoked', api_key_id: made.id, times: 2 }),
    expect.objectContaining({ code: 'key_unknown', api_key_id: null, user_id: null }),
  ])
  const tokens = (await refusedBy('token-refused')).filter(({ target }) => target === 'GET /v1/customers')
  expect(tokens.find(({ code }) => code === 'token_invalid')?.times).toBeGreaterThanOrEqual(2)
  const { items } = await staff.call('listAuthLog', { query: { kind: 'keys', key: made.id, outcome: 'refused' } })
  expect(items[0]).toMatchObject({ action: 'api-key-refused', code: 'key_revoked', times: 2, apiKey: { id: made.id } })
})

test("another customer's row is a refused right, and one that there is not is none", async () => {
  const customer = await app.as('customer')
  const { id: userId, customer: own } = (await customer.call('me')).user
  const [foreign] = await app.sql<{ id: string; machine: string }>(
    `SELECT c.id, m.machine_id AS machine FROM customer c JOIN machine m ON m.customer_id = c.id WHERE c.id <> $1 AND m.machine_id <> '' LIMIT 1`,
    [own?.id],
  )
  for (const path of [
    `/v1/customers/${foreign?.id}`,
    `/v1/customers/${randomUUID()}`,
    `/v1/ignition/machines/${encodeURIComponent(foreign?.machine ?? '')}`,
    '/v1/ignition/machines/no-such-machine',
  ]) {
    expect([403, 404]).toContain((await customer.get(path)).status)
  }
  const rows = (await refusedBy('right-refused')).filter(({ code }) => code === 'foreign')
  expect(rows.map(({ user_id, times }) => [user_id, times])).toEqual(rows.map(() => [userId, 1]))
  expect(rows.map(({ target }) => target)).toContain('GET /v1/ignition/machines/{id}')
})

test('an address with NUL is refused, and refusals behind it are written as before', async () => {
  const customer = await app.as('customer')
  const history = '/v1/ignition/machines/VFFS-2214/history?tag=%00'
  for (const path of ['/v1/ignition/machines/x%00', '/v1/customers?search=%00', '/m/%00', '/quote/%00', history]) {
    const { status, body } = await customer.get(path)
    expect([status, body], path).toMatchObject([400, { code: 'invalid_request' }])
  }
  const { id: userId } = (await customer.call('me')).user
  const before = (await refusedBy('right-refused')).filter(
    ({ user_id, code }) => user_id === userId && code === 'foreign',
  )
  const [foreign] = await app.sql<{ machine: string }>(
    `SELECT machine_id AS machine FROM machine WHERE customer_id <> (SELECT customer_id FROM user_account WHERE id = $1) LIMIT 1`,
    [userId],
  )
  await customer.get(`/v1/ignition/machines/${foreign?.machine}`)
  const after = (await refusedBy('right-refused')).filter(
    ({ user_id, code }) => user_id === userId && code === 'foreign',
  )
  const timesOf = (rows: Row[]) => rows.reduce((sum, { times }) => sum + times, 0)
  expect(timesOf(after)).toBe(timesOf(before) + 1)
})

test('a device is named by its id: at a wrong key, at a foreign topic and at a subscription', async () => {
  const [row] = await app.sql<{ id: string }>(`SELECT id FROM device WHERE user_name = 'sample-device'`)
  await expect(app.device({ username: 'sample-device', password: 'wrong' })).rejects.toThrow()
  const listener = await app.device()
  await listener.client.subscribeAsync('packhouse/#').catch(() => undefined)
  await listener.client.endAsync(true)
  const sender = await app.device()
  await sender.publishAndBeThrownOut('$SYS/broker/uptime')
  await until('the refused message', async () => (await refusedBy('publish-refused')).length === 1)
  const of = async (action: string) => (await refusedBy(action)).find(({ device_id }) => device_id === row?.id)
  expect(await of('device-refused')).toMatchObject({ code: 'invalid_credentials' })
  expect(await of('subscribe-refused')).toMatchObject({ code: 'topic_refused' })
  expect(await of('publish-refused')).toMatchObject({ code: 'topic_refused' })
  const { items } = await (await app.as('staff')).call('listAuthLog', { query: { q: 'sample-device' } })
  expect(items[0]?.device).toEqual({ id: row?.id, name: 'sample-device' })
})

test('a refused right names the permission and the route, with how often', async () => {
  const customer = await app.as('customer')
  await customer.get('/v1/jobs')
  await customer.get('/v1/jobs')
  const { items } = await (await app.as('staff')).call('listAuthLog', { query: { action: 'right-refused' } })
  expect(items.filter(({ target }) => target === 'GET /v1/jobs')).toEqual([
    expect.objectContaining({ outcome: 'refused', code: 'operation.read', times: 2 }),
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

test('every right that is given or taken is named, whoever has it', async () => {
  const staff = await app.as('staff')
  const make = async (path: string, body: object) => {
    const made = await staff.post(path, body)
    expect(made.status, made.text).toBe(201)
    return (made.body as { id: string }).id
  }
  const name = `Named ${randomUUID()}`
  const roleId = await make('/v1/auth/roles', { name })
  const groupId = await make('/v1/groups', { name })
  const email = `${randomUUID()}@packhouse.example`
  const userId = await make('/v1/users', { email, first_name: 'Ada', last_name: 'Right' })
  const newest = async (record: string) =>
    (await staff.call('listAuthLog', { query: { kind: 'changes', record, limit: '1' } })).items[0]
  for (const holder of [{ roleId }, { groupId }, { userId }]) {
    const [id = ''] = Object.values(holder)
    const permissions = ['customer.access', 'customer.read']
    await staff.call('assignPermissions', { body: { ...holder, permissions } })
    expect(await newest(id)).toMatchObject({ changed: ['permissions'], given: permissions, taken: [] })
    await staff.call('detachPermissions', { body: { ...holder, permissions: ['customer.read'] } })
    expect(await newest(id)).toMatchObject({ given: [], taken: ['customer.read'] })
  }
  expect((await staff.post(`/v1/users/${userId}/roles/attach`, { ids: [roleId] })).status).toBeLessThan(300)
  expect(await newest(userId)).toMatchObject({ action: 'attach', given: [name], taken: [] })
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
  await makeDue(app, 'Remove old sign-ins and counters')
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
