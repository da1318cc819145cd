import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

/** The name of the file that lines are added to. Its first lines come a moment after the start. */
async function currentFile(): Promise<string> {
  const staff = await app.as('staff')
  return await until(
    'the current file',
    async () => (await staff.call('listLogs')).items.find((file) => file.current)?.name,
  )
}

async function newestEntries() {
  const query = { file: await currentFile(), limit: '500' }
  return (await (await app.as('staff')).call('logEntries', { query })).entries
}

async function searchText(q: string, more = ''): Promise<string> {
  return (await (await app.as('staff')).request(`/v1/logs/search?q=${encodeURIComponent(q)}${more}`)).text
}

test('a request is one line that names its route, status, user and the trace of the browser', async () => {
  const staff = await app.as('staff')
  const { user } = await staff.call('me')
  await staff.request('/v1/jobs', { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } })
  await until('the line of the request', async () =>
    (await newestEntries()).some(({ fields }) => fields.trace_id === TRACE),
  )
  const lines = (await newestEntries()).filter(({ fields }) => fields.trace_id === TRACE)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'info', part: 'http', message: 'GET /v1/jobs 200' })
  expect(lines[0]?.fields).toMatchObject({ route: '/v1/jobs', status: 200, user_id: user.id })
  expect(lines[0]?.fields.duration_ms).toBeTypeOf('number')
})

test('a problem names the request under which the log has it', async () => {
  const { body } = await (await app.as('staff')).request('/v1/logs/view?file=none')
  const { instance } = body as { instance: string }
  await until('the line of the problem', async () =>
    (await newestEntries()).some(({ fields }) => fields.request_id === instance),
  )
  const found = (await newestEntries()).find(({ fields }) => fields.request_id === instance)
  expect(found).toMatchObject({ level: 'info', fields: { status: 404, route: '/v1/logs/view' } })
})

test('tokens, keys, passwords and cookies of real calls are in no file and no answer of the log', async () => {
  const tokens = await app.login('staff@packhouse.example')
  const key = `phk_${'k'.repeat(43)}`
  const planted = [
    'planted-password',
    'planted-cookie',
    'planted-query',
    tokens.access_token,
    tokens.refresh_token,
    key,
    SAMPLE_PASSWORD,
  ]
  const headers = { authorization: `Bearer ${tokens.access_token}`, cookie: 'session=planted-cookie', 'x-api-key': key }
  await app.anonymous.request('/v1/auth/login', {
    method: 'POST',
    body: { email: 'staff@packhouse.example', password: 'planted-password' },
  })
  await app.anonymous.request(`/v1/jobs?access_token=planted-query`, { headers })
  await app.anonymous.request(`/quote/${tokens.access_token}`, { headers })
  await app.anonymous.request(`/v1/none/${key}`, { headers })
  await app.anonymous.call('refresh', { body: { refresh_token: tokens.refresh_token } })
  const file = await currentFile()
  const stored = await readFile(join(app.dataDir, 'logs', file), 'utf8')
  const download = (await (await app.as('staff')).request(`/v1/logs/download?file=${file}`)).text
  const entries = JSON.stringify(await newestEntries())
  expect(stored).toContain('/v1/auth/login')
  expect(download).toContain('/v1/auth/login')
  for (const secret of planted)
    for (const text of [stored, download, entries, await searchText(secret)]) expect(text).not.toContain(secret)
})

test.each([
  '..%2fsecrets.json',
  '../secrets.json',
  '%2e%2e/secrets.json',
  'secrets.json',
  '.',
  'packhouse-2020-01-01-001.log',
])('there is no file %s', async (name) => {
  const staff = await app.as('staff')
  for (const call of ['view', 'entries', 'download'])
    expect((await staff.request(`/v1/logs/${call}?file=${encodeURIComponent(name)}`)).status, call).toBe(404)
})

test('links, folders and names with newlines are no files of the log', async () => {
  const staff = await app.as('staff')
  const folder = join(app.dataDir, 'logs')
  await writeFile(join(app.dataDir, 'outside.json'), 'outside')
  await symlink(join(app.dataDir, 'outside.json'), join(folder, 'packhouse-2020-02-02-001.log'))
  await mkdir(join(folder, 'packhouse-2020-02-02-002.log'))
  await writeFile(join(folder, 'packhouse-2020-02-02-003.log\n'), 'x')
  const { items } = await staff.call('listLogs')
  expect(items.filter(({ day }) => day === '2020-02-02')).toEqual([])
  for (const name of ['packhouse-2020-02-02-001.log', 'packhouse-2020-02-02-002.log', 'packhouse-2020-02-02-003.log\n'])
    expect((await staff.request(`/v1/logs/download?file=${encodeURIComponent(name)}`)).status).toBe(404)
})

test('lines are found by text, by field and by regular expression, and one that is none is refused at its field', async () => {
  await (await app.as('staff')).request('/v1/health/refusals')
  expect(await searchText('REFUSALS')).toContain('GET /v1/health/refusals 200')
  expect(await searchText('route=/v1/health/refusals')).toContain('GET /v1/health/refusals 200')
  expect(await searchText('refus[a-z]+ 2\\d\\d', '&regex=true')).toContain('GET /v1/health/refusals 200')
  expect(await searchText('no such words at all')).toContain('"count":0')
  const { status, body } = await (await app.as('staff')).request('/v1/logs/search?q=(&regex=true')
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ path: 'query.q' }] })
})

test('debug lines are stored for an hour when somebody wants them, and not any longer when nobody does', async () => {
  const staff = await app.as('staff')
  const { debugUntil } = await staff.call('setLogDebug', { body: { on: true } })
  expect(Date.parse(debugUntil ?? '') - Date.now()).toBeGreaterThan(59 * 60_000)
  await app.sql("UPDATE log_debug SET until = now() - interval '1 s'")
  expect((await staff.call('listLogs')).debugUntil).toBeNull()
})

test('warnings are where all servers have theirs', async () => {
  const staff = await app.as('staff')
  await app.sql(
    "INSERT INTO job (kind, payload, state, attempts, next_attempt_at) VALUES ('webhook', '{}', 'waiting', 99, now())",
  )
  await until('a warning', async () => (await staff.call('logWarnings', { query: {} })).items.length > 0)
  const { items } = await staff.call('logWarnings', { query: {} })
  expect(items[0]).toMatchObject({ level: 'warning', message: 'A job was given up' })
})

test('lines from before a start are in the same file as those after it, and nothing else is left behind', async () => {
  const file = await currentFile()
  await app.stopProduct()
  const before = await readFile(join(app.dataDir, 'logs', file), 'utf8')
  expect(before.endsWith('\n')).toBe(true)
  await app.startProduct()
  expect(await currentFile()).toBe(file)
  const after = await readFile(join(app.dataDir, 'logs', file), 'utf8')
  expect(after.startsWith(before)).toBe(true)
  expect((await readdir(join(app.dataDir, 'logs'))).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('a moment leads to its first line, with the lines before it', async () => {
  const staff = await app.as('staff')
  const file = await currentFile()
  await staff.request('/v1/jobs?page=7')
  const lines = await until('a few lines', async () => {
    const { entries } = await staff.call('logEntries', { query: { file, limit: 500 } })
    return entries.length > 4 && entries
  })
  const place = lines.findIndex(({ time }, index) => index > 1 && time !== lines[index - 1]?.time)
  const [last, wanted] = lines.slice(place - 1)
  assert(last !== undefined && wanted !== undefined)
  const around = await staff.call('logEntries', {
    query: { file, at: wanted.time, direction: 'around', limit: 1 },
  })
  expect(around.entries.map(({ offset }) => offset)).toEqual([last.offset, wanted.offset])
  const late = await staff.call('logEntries', { query: { file, at: '2999-01-01T00:00:00Z', direction: 'newer' } })
  expect(late.entries).toEqual([])
})

test('warnings of one moment are on one page, and levels narrow them', async () => {
  const staff = await app.as('staff')
  const at = Math.floor(Date.now() / 1_000) * 1_000
  await app.sql(`INSERT INTO log_line (at, server, level, line) SELECT to_timestamp(${at / 1_000}), 'other', 40 + 10 * (n % 2),
    format('{"level":%s,"time":${at},"msg":"planted %s"}', 40 + 10 * (n % 2), n) FROM generate_series(1, 6) n`)
  const before = new Date(at + 1).toISOString()
  const { items } = await staff.call('logWarnings', { query: { limit: 3, before } })
  expect(items.map(({ message }) => message).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `planted ${n}`))
  const all = await staff.call('logWarnings', { query: { limit: 500, level: ['error'] } })
  expect(all.items.filter(({ message }) => message.startsWith('planted'))).toHaveLength(3)
  expect(new Set(all.items.map(({ level }) => level))).toEqual(new Set(['error']))
})
