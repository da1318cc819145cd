import { contrastOf, type SettingKey, settingKeys, settingOf } from '@packhouse/contract'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/database.ts'
import { DatabaseSignals, followedTables } from '../../src/platform/database-signals.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { createLog } from '../../src/platform/log.ts'
import { environmentValue } from '../../src/platform/settings/fixed-values.ts'
import { InstallationSettings } from '../../src/platform/settings/installation-settings.ts'
import type { Caller } from '../support/caller.ts'
import { mailTo, makeInvited } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

let app: TestApp
let staff: Caller
const server = new SmtpServer((recipient) =>
  recipient.startsWith('greylisted') ? '450 4.2.0 come again later' : undefined,
)

beforeAll(async () => {
  await server.start()
  const environment = { LOGIN_TITLE: 'Welcome aboard', PUBLIC_URL: 'https://packhouse.example' }
  app = await new TestApp(inject('databaseServer'), { environment }).start()
  staff = await app.as('staff')
})
afterAll(async () => {
  await app.stop()
  await server.stop()
  expect(app.logged.filter(({ level }) => level >= 50)).toEqual([])
})

async function put(path: string, body: unknown) {
  return await staff.request(path, { method: 'PUT', body })
}

async function set(values: Partial<Record<SettingKey, unknown>>) {
  const { settings } = await staff.call('listSettings')
  const changes = Object.entries(values).map(([key, value]) => {
    return { key, value, rowVersion: settings.find((one) => one.key === key)?.rowVersion }
  })
  return await put('/v1/settings', { changes })
}

async function stateOf(key: SettingKey) {
  return await staff.call('readSetting', { params: { key } })
}

test('without variables the environment agrees with what the settings fall back to', () => {
  const config = readConfig({})
  for (const key of settingKeys) {
    const value = environmentValue(config, key)
    if (value === undefined || key === 'company.name' || key.startsWith('mail.')) continue
    expect([key, value]).toEqual([key, settingOf(key).fallback])
  }
})

test('a change applies at once, says who made it, and is taken back by one call', async () => {
  expect(await stateOf('product.title')).toMatchObject({
    value: 'Packhouse',
    isSet: false,
    rowVersion: 0,
    fixedBy: null,
  })
  const answer = await put('/v1/settings/product.title', { value: 'Line Watch', rowVersion: 0 })
  expect(answer.body).toMatchObject({
    value: 'Line Watch',
    isSet: true,
    rowVersion: 1,
    changedBy: { id: expect.any(String) },
  })
  expect((await app.anonymous.call('publicSettings')).productTitle).toBe('Line Watch')
  await makeInvited(app, 'title@packhouse.example').then((id) => staff.post(`/v1/users/${id}/send-invitation`))
  expect((await mailTo(app, 'title@packhouse.example')).subject).toBe('Your invitation to Line Watch')

  const { changes } = await staff.call('settingsHistory', { query: { key: 'product.title' } })
  expect(changes).toMatchObject([{ before: null, after: 'Line Watch', takesBack: null, canBeTakenBack: true }])
  const back = await staff.post(`/v1/settings/history/${changes[0]?.id}/take-back`, { rowVersion: 1 })
  expect(back.body).toMatchObject({ value: 'Packhouse', isSet: false, rowVersion: 2 })
  const after = await staff.call('settingsHistory', { query: { key: 'product.title' } })
  expect(after.changes[0]).toMatchObject({ before: 'Line Watch', after: null, takesBack: changes[0]?.id })
  const entries = await app.sql(`SELECT before, after FROM audit_entry WHERE resource = 'setting' ORDER BY id`)
  expect(entries).toMatchObject([{ after: { key: 'product.title', value: 'Line Watch' } }, { after: { value: null } }])
  await expect(app.sql('DELETE FROM setting_change')).rejects.toThrow(/only added to/)
})

test('two people on one setting: the second learns both values, and nothing is lost', async () => {
  const { rowVersion } = await stateOf('login.banner')
  const change = (value: string) => put('/v1/settings/login.banner', { value, rowVersion })
  const answers = await Promise.all([change('Closed on Sunday'), change('Closed on Monday')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  const theirs = (won?.body as { value: string } | undefined)?.value
  const yours = theirs === 'Closed on Sunday' ? 'Closed on Monday' : 'Closed on Sunday'
  const conflict = { key: 'login.banner', theirs, yours, rowVersion: rowVersion + 1 }
  expect(lost?.body).toMatchObject({ code: 'stale', current: { conflicts: [conflict] } })
})

test('what the environment fixes is shown as fixed, by which variable, and is refused', async () => {
  expect(await stateOf('login.title')).toMatchObject({ value: 'Welcome aboard', fixedBy: 'LOGIN_TITLE', isSet: true })
  const answer = await set({ 'login.title': 'Other' })
  expectProblem(answer, 'invalid_request')
  expect(answer.text).toContain('is fixed by the environment variable LOGIN_TITLE')
})

const svg = Buffer.from('<svg><script/></svg>').toString('base64')

test.each([
  ['no.such', 'x', 404, 'There is no setting no.such.'],
  ['product.barColour', '#c0c0c0', 400, 'has a contrast of 1.1:1 with the text on it; at least 4.5:1 is needed'],
  ['product.accent', '#ffee00', 400, 'has a contrast of 1.2:1 with the panels it marks; at least 3:1 is needed'],
  ['product.accentDark', '#20304a', 400, 'at least 3:1 is needed'],
  ['product.docsUrl', 'javascript:alert(1)', 400, 'must be a path that starts with / or an http(s) address'],
  ['product.docsUrl', '/\\elsewhere.example', 400, 'must be a path that starts with / or an http(s) address'],
  ['product.docsUrl', 'https://elsewhere.example/a b', 400, 'must be a path that starts with / or an http(s) address'],
  ['product.title', 'two\nlines', 400, 'must not contain control characters'],
  ['product.title', 7, 400, 'path":"body.value'],
  ['login.options', ['basic', 'basic'], 400, 'must name each once'],
  ['login.options', [], 400, 'must name at least one'],
  ['signIn.attempts', 2, 400, 'must be a whole number from 3 to 20'],
  ['region.timeZone', 'Mars/Olympus', 400, 'must be an IANA time zone such as Europe/Oslo'],
  ['region.language', 'fr', 400, 'must be a language that there are texts in: en, de'],
  [
    'product.logo',
    'data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4=',
    400,
    'must be a PNG, JPEG or WebP picture',
  ],
  ['product.logo', `data:image/png;base64,${svg}`, 415, ''],
  ['product.logo', `/v1/settings/pictures/${'0'.repeat(64)}`, 400, 'There is no such picture.'],
  ['mail.host', '169.254.169.254', 400, ''],
])('%s is not set to %j', async (key, value, status, words) => {
  const answer = await put(`/v1/settings/${key}`, { value, rowVersion: 0 })
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).toContain(words)
})

test('a huge logo is refused before it is drawn', async () => {
  const value = `data:image/png;base64,${'A'.repeat(700_001)}`
  const answer = await put('/v1/settings/product.logo', { value, rowVersion: 0 })
  expectProblem(answer, 'invalid_request')
  expect(answer.text).toContain('must not be larger than 512 KiB')
})

test('settings that contradict each other are refused with words, all of them', async () => {
  const answer = await set({ 'mail.host': '127.0.0.1', 'product.title': 'Half' })
  expectProblem(answer, 'invalid_request')
  expect(answer.text).toContain('Sender must be set where there is a mail server.')
  expect((await stateOf('product.title')).value).toBe('Packhouse')
  expect((await set({ 'company.footer': 'HRB 1' })).text).toContain('Company must be set where there is an address')
})

test('mails go through the server that was set, and its password is never shown, exported or sent elsewhere', async () => {
  const port = Number(new URL(server.url).port)
  const secret = 'a planted password'
  const mail = {
    'mail.host': '127.0.0.1',
    'mail.port': port,
    'mail.security': 'optional' as const,
    'mail.from': 'a@packhouse.example',
  }
  expect((await set(mail)).status).toBe(200)
  const id = await makeInvited(app, 'sent@packhouse.example')
  await staff.post(`/v1/users/${id}/send-invitation`)
  await until('the mail arrives', async () => server.received.some(({ to }) => to === 'sent@packhouse.example'))
  // System health speaks of the server that is in use, whether the environment or a setting names it.
  await until('the tile of mail is well', async () => {
    const { services } = await staff.call('prometheusDashboard', { query: {} })
    return services.find(({ name }) => name === 'mail')?.state === 'ok'
  })

  expect((await set({ 'mail.user': 'packhouse', 'mail.password': secret })).status).toBe(200)
  const elsewhere = await set({ 'mail.host': 'evil.example' })
  expect(elsewhere.text).toContain('Password must be entered again for another server.')
  const shown = [
    await staff.get('/v1/settings'),
    await staff.get('/v1/settings/history'),
    await staff.get('/v1/settings/export'),
  ]
  const stored = await app.sql(
    `SELECT row_to_json(s)::text FROM setting s UNION ALL SELECT row_to_json(a)::text FROM audit_entry a`,
  )
  for (const text of [...shown.map((answer) => answer.text), JSON.stringify(stored)]) expect(text).not.toContain(secret)
  expect((await stateOf('mail.password')).isSet).toBe(true)
  const { changes } = await staff.call('settingsHistory', { query: { key: 'mail.password' } })
  expectProblem(await staff.post(`/v1/settings/history/${changes[0]?.id}/take-back`, { rowVersion: 1 }), 'not_usable')
  const none = Object.fromEntries([...Object.keys(mail), 'mail.user', 'mail.password'].map((key) => [key, null]))
  expect((await set(none)).status).toBe(200)
})

test('a mail that waits is given up with its reason when its server is removed, and the next server does not send it', async () => {
  const recipient = 'greylisted@packhouse.example'
  const mail = {
    'mail.host': '127.0.0.1',
    'mail.port': Number(new URL(server.url).port),
    'mail.security': 'optional' as const,
    'mail.from': 'a@packhouse.example',
  }
  const none = Object.fromEntries(Object.keys(mail).map((key) => [key, null]))
  expect((await set(mail)).status).toBe(200)
  await staff.post(`/v1/users/${await makeInvited(app, recipient)}/send-invitation`)
  await until('the mail was tried', async () => (await mailTo(app, recipient)).reason !== null)
  // Its next attempt is far away.
  await app.sql(`UPDATE job SET next_attempt_at = now() + interval '1 hour' WHERE kind = 'mail' AND lease IS NULL`)
  expect((await set(none)).status).toBe(200)
  const { reason } = await until('the mail is given up', async () => {
    const stored = await mailTo(app, recipient)
    return stored.state === 'failed' && stored
  })
  expect(reason).toBe('The mail server was removed before it was sent. Enter a mail server and send it again.')
  const { items } = await staff.call('listJobs', { query: { state: 'dead' } })
  expect(items.filter((job) => job.reason === reason)).toHaveLength(1)
  expect((await set(mail)).status).toBe(200)
  expect(await app.sql(`SELECT FROM job WHERE kind = 'mail' AND state = 'waiting'`)).toEqual([])
  expect((await set(none)).status).toBe(200)
})

test('a logo is redrawn, shown to everybody, and leaves and comes back with a file', async () => {
  const picture = sharp({ create: { width: 1200, height: 300, channels: 3, background: 'navy' } })
  const data = `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
  expect((await set({ 'product.logo': data, 'region.temperature': 'fahrenheit' })).status).toBe(200)
  const { logo, temperature } = await app.anonymous.call('publicSettings')
  expect(temperature).toBe('fahrenheit')
  const shown = await app.anonymous.get(logo ?? '')
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "default-src 'none'; sandbox",
  })

  const file = await staff.call('exportSettings')
  expect(file.settings).toMatchObject({
    'product.logo': expect.stringMatching(/^data:image\/webp/),
    'region.temperature': 'fahrenheit',
  })
  const others = {
    'region.temperature': 'celsius',
    'mail.password': 'x',
    'no.such': 1,
    'login.title': 'Hi',
    'limits.refusedMachines': 0,
  }
  const compared = await staff.call('compareSettings', { body: { ...file, settings: { ...file.settings, ...others } } })
  expect(compared.differences).toMatchObject([
    { key: 'region.temperature', now: 'fahrenheit', file: 'celsius', obstacle: null },
    { key: 'mail.password', file: null, obstacle: 'is a secret, which files do not carry' },
    { key: 'no.such', obstacle: 'is not known to this version' },
    { key: 'login.title', obstacle: 'is fixed by the environment variable LOGIN_TITLE' },
    { key: 'limits.refusedMachines', obstacle: 'must be a whole number from 1 to 100000' },
  ])
  expect(compared.same).toBe(Object.keys(file.settings).length - 1)
  expect((await stateOf('region.temperature')).value).toBe('fahrenheit')
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`no.such.${n}`, 1]))
  const refused = await staff.post('/v1/settings/compare', { ...file, settings: many })
  expect(expectProblem(refused, 'invalid_request').errors?.[0]?.path).toBe('body.settings')
})

test('another process has a change within a moment, also when its signal is lost', async () => {
  const log = createLog('silent')
  const database = new Database(app.databaseUrl, log, { connections: 12 })
  const signals = new DatabaseSignals(app.databaseUrl, log)
  const parts = { database, config: readConfig({}), keys: keysOf('another'), log, signals }
  const other = new InstallationSettings({ ...parts, lookMs: 200 })
  try {
    await other.start()
    await signals.start()
    expect((await set({ 'product.title': 'Both' })).status).toBe(200)
    await until('the other one has it', async () => other.read('product.title') === 'Both')
    await app.sql('ALTER TABLE setting_change DISABLE TRIGGER setting_change_told')
    expect((await set({ 'product.title': null })).status).toBe(200)
    await until('the other one has asked', async () => other.read('product.title') === 'Packhouse')
  } finally {
    await signals.stop()
    await other.stop()
    await database.stop()
  }
})

test('whoever follows a table hears of a change of it, and of what machines show of others', async () => {
  const heard = new Set<string>()
  const client = new pg.Client({ connectionString: app.databaseUrl })
  client.on('notification', ({ channel }) => heard.add(channel))
  await client.connect()
  try {
    for (const channel of [...followedTables, 'machine']) await client.query(`LISTEN ${channel}`)
    const statements = {
      ...Object.fromEntries(followedTables.map((table) => [table, `DELETE FROM ${table} WHERE false`])),
      machine: 'UPDATE customer SET name = name WHERE false',
    }
    for (const [channel, statement] of Object.entries(statements)) {
      await client.query(statement)
      await until(`a change of ${channel} is heard`, () => heard.has(channel))
    }
    for (const table of ['location', 'country']) {
      heard.clear()
      await client.query(`UPDATE ${table} SET name = name WHERE false`)
      await until(`a change of ${table} is heard`, () => heard.has('machine'))
    }
  } finally {
    await client.end()
  }
})

test('what is set governs: pages, headers, attempts and whoever is signed in', async () => {
  const values = {
    'login.icon': 'https://images.example/i.png',
    'signIn.attempts': 3,
    'signIn.idleHours': 2,
    'product.barColour': '#003322',
  }
  expect((await set(values)).status).toBe(200)
  const page = await app.anonymous.get('/v1/settings/public')
  expect(page.headers['content-security-policy']).toContain('https://images.example')
  expect(page.body).toMatchObject({ colours: { bar: '#003322' } })
  expect(contrastOf('#c3ccdb', '#003322')).toBeGreaterThan(4.5)
  const tries = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const { status } = await app.anonymous.post('/v1/auth/login', { email: 'x@packhouse.example', password: 'wrong' })
    tries.push(status)
  }
  expect(tries).toEqual([401, 401, 401, 429])
  await app.signIn('other')
  const [{ hours } = { hours: 0 }] = await app.sql<{ hours: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM refresh_token ORDER BY expires_at LIMIT 1`,
  )
  expect(hours).toBe(2)
})

test('the history leaves out settings that this version does not know', async () => {
  await app.sql(
    `WITH made AS (INSERT INTO setting (key, value) VALUES ('later.version', '1') RETURNING id)
     INSERT INTO setting_change (setting_id, user_id, before, after, row_version)
     SELECT made.id, u.id, NULL, '1', 1 FROM made, (SELECT id FROM user_account LIMIT 1) u`,
  )
  const { changes } = await staff.call('settingsHistory')
  expect(changes.map(({ key }) => String(key))).not.toContain('later.version')
})
