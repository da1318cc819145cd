import type { Api, CallResult, CustomerReportData } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { removeUnusedFiles } from '../../src/platform/mail-files.ts'
import type { Caller } from '../support/caller.ts'
import { mailTo } from '../support/mailbox.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { expectProblem } from '../support/problem.ts'
import { SmtpServer } from '../support/smtp-server.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** It has the data of the document as it is, where the PDF is not compressed. */
const SOURCE = `#let d = json("data.json")
#set document(title: d.document.title, keywords: (json.encode(d, pretty: false),))
#set text(lang: "en")
= #d.customer`
const server = new SmtpServer((recipient) =>
  recipient.startsWith('refused') ? '550 5.1.1 no such mailbox' : undefined,
)
/** Its mails have a link in the place of the report, and stay where they are. */
const withLinks = useTestApp({ environment: { REPORT_MAIL_MB: '0', PUBLIC_URL: 'https://packhouse.example' } })
let app: TestApp
let staff: Caller
let customerId = ''

beforeAll(async () => {
  await server.start()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>' }
  const environment = { ...mail, PUBLIC_URL: 'https://packhouse.example' }
  app = await new TestApp(inject('databaseServer'), { environment }).start()
  staff = await app.as('staff')
  customerId = await customerOf(app, 'NORDFJELL')
  await app.sql(`UPDATE user_account SET language = 'de-AT', timezone = 'Europe/Vienna' WHERE email LIKE 'customer@%'`)
  const draft = { type: 'customerReport', name: 'Data', locale: 'en', source: SOURCE }
  const { id, rowVersion } = (await staff.post('/v1/pdf-templates', draft)).body as { id: string; rowVersion: number }
  await staff.post(`/v1/pdf-templates/${id}/publish`, { rowVersion })
  await staff.request('/v1/pdf-templates/defaults', { method: 'PUT', body: { templateId: id } })
})

afterAll(async () => {
  await app?.stop()
  await server.stop()
})

async function customerOf(of: TestApp, code: string): Promise<string> {
  const [customer] = await of.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [code])
  return customer?.id ?? ''
}

/** Somebody of the customer with the rights of its sample account. */
async function person(email: string): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name, customer_id) VALUES ($1, 'Ada', 'Berg', $2) RETURNING id`,
    [email, customerId],
  )
  const id = made?.id ?? ''
  await app.sql(`INSERT INTO user_credential (user_id, password_hash) VALUES ($1, 'none')`, [id])
  await app.sql(`INSERT INTO user_permission (user_id, permission) VALUES ($1, 'customer.access')`, [id])
  return id
}

async function userId(account: string): Promise<string> {
  const [user] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE email LIKE $1', [`${account}@%`])
  return user?.id ?? ''
}

async function schedule(name: string, recipients: readonly string[], of = customerId): Promise<string> {
  // From the first moment of a month the month before is due: later hours would make these tests depend on the time of day.
  const body = { customerId: of, name, day: 1, hour: 0, timeZone: 'Europe/Oslo' }
  const made = await staff.post('/v1/report-schedules', body)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: string }
  if (recipients.length > 0) expect((await attach(id, recipients)).status).toBe(204)
  return id
}

const attach = (id: string, ids: readonly string[]) =>
  staff.post(`/v1/report-schedules/${id}/recipients/attach`, { ids })

/** Makes the run due, as after months without a server, and waits until it was made. */
async function run(id: string): Promise<void> {
  await app.sql(
    `UPDATE report_schedule SET next_run_at = now() - interval '100 days', last_run_at = NULL WHERE id = $1`,
    [id],
  )
  await makeDue(app, 'Send monthly reports')
  await until('the run is made', async () => {
    const [row] = await app.sql<{ done: boolean }>(
      'SELECT last_run_at IS NOT NULL AS done FROM report_schedule WHERE id = $1',
      [id],
    )
    return row?.done
  })
}

type States = CallResult<Api['reportRecipients']>
const statesOf = async (id: string): Promise<States> => await staff.call('reportRecipients', { params: { id } })
const stateOf = async (id: string, user: string) => (await statesOf(id)).find((one) => one.userId === user)
const resultOf = async (id: string) =>
  ((await staff.get(`/v1/report-schedules/${id}`)).body as { lastResult: string | null }).lastResult

const received = (recipient: string) => server.received.filter(({ to }) => to === recipient)

async function arrived(recipient: string): Promise<string> {
  await until(`mail to ${recipient}`, () => received(recipient).length > 0)
  return received(recipient)[0]?.data ?? ''
}

/** The parts of a mail, RFC 2046, decoded: its text and what is attached. */
function partsOf(data: string): { text: string; file: Buffer | undefined; fileHeaders: string } {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(data) ?? []
  const [, text = '', file = ''] = data.split(`--${boundary}`)
  const bodyOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4)
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(text)
  const plain = isBase64
    ? Buffer.from(bodyOf(text), 'base64').toString()
    : Buffer.from(
        bodyOf(text)
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
  const content = file === '' ? undefined : Buffer.from(bodyOf(file), 'base64')
  return { text: plain, file: content, fileHeaders: file.slice(0, file.indexOf('\r\n\r\n')) }
}

function dataOf(pdf: Buffer | undefined): CustomerReportData & { document: { title: string } } {
  const [, keywords = ''] = /<pdf:Keywords>(.*?)<\/pdf:Keywords>/s.exec(pdf?.toString('utf8') ?? '') ?? []
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return JSON.parse(keywords.replaceAll(/&(\w+);/g, (_, name: string) => named[name] ?? ''))
}

const headerOf = (data: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*?)\r\n(?![ \t])`, 'ms').exec(data)?.[1]?.replaceAll(/\r\n\s+/g, ' ')

const tokenOf = (data: string) =>
  /unsubscribe\?token=(phu_[\w-]{43})>/.exec(headerOf(data, 'List-Unsubscribe') ?? '')?.[1] ?? ''

const oneClick = (token: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  fetch(`${app.url}/unsubscribe?token=${token}`, { method: 'POST', headers: { 'content-type': type }, body })

const share = (machineID: string, shared: boolean) =>
  app.sql(
    `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'support', $2 FROM machine WHERE machine_id = $1`,
    [machineID, shared],
  )

test('Whoever may see the machines gets the report of the last month once, in their language and zone, as a PDF', async () => {
  const [own, colleague, lost] = [
    await userId('customer'),
    await userId('staff'),
    await person('lost@packhouse.example'),
  ]
  const blocked = await person('blocked@packhouse.example')
  const refused = await person('refused@packhouse.example')
  const id = await schedule('Plant', [own, colleague, lost, blocked, refused])
  const [hidden] = await app.sql<{ id: string }>(
    `SELECT machine_id AS id FROM machine WHERE customer_id = $1 AND deleted_at IS NULL ORDER BY machine_id LIMIT 1`,
    [customerId],
  )
  await share(hidden?.id ?? '', false)
  await until(
    'staff do not see it',
    async () => (await staff.get(`/v1/ignition/machines/${hidden?.id}`)).status !== 200,
  )
  await app.sql('DELETE FROM user_permission WHERE user_id = $1', [lost])
  await app.sql('UPDATE user_account SET disabled = true WHERE id = $1', [blocked])
  expect(await resultOf(id)).toBeNull()
  await run(id)

  const [{ month } = { month: '' }] = await app.sql<{ month: string }>(
    `SELECT to_char((now() AT TIME ZONE 'Europe/Oslo')::date - interval '1 month', 'YYYY-MM') AS month`,
  )
  const data = await arrived('customer@packhouse.example')
  const { text, file, fileHeaders } = partsOf(data)
  expect(file?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(fileHeaders).toContain('application/pdf')
  expect(fileHeaders).toContain(`${month}.pdf`)
  expect(text).toContain('Sie gehören zu den Empfängern des Monatsberichts „Plant“.')
  const english = dataOf(partsOf(await arrived('staff@packhouse.example')).file)
  expect(english.period.timeZone).toBe('Europe/Oslo')
  expect(file?.toString('latin1')).toContain('/Lang (de')
  const machines = await app.sql<{ machine_id: string }>(
    `SELECT machine_id FROM machine WHERE customer_id = $1 AND deleted_at IS NULL ORDER BY machine_id COLLATE "C"`,
    [customerId],
  )
  const all = machines.map(({ machine_id }) => machine_id)
  // Staff get the report of what is shared with them.
  expect(english.machines.map(({ machineID }) => machineID)).toEqual(all.filter((name) => name !== hidden?.id))
  await share(hidden?.id ?? '', true)

  expect(headerOf(data, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(text).toContain(`https://packhouse.example/unsubscribe?token=${tokenOf(data)}`)
  const failed = await until('the refused one failed', async () => {
    const state = await stateOf(id, refused)
    return state?.state === 'failed' && state
  })
  expect(failed).toMatchObject({ month, reason: expect.stringContaining('no such mailbox') })
  expect([await stateOf(id, lost), await stateOf(id, blocked)]).toMatchObject([
    { state: 'noAccess' },
    { state: 'blocked' },
  ])
  await until('both were sent', async () => (await resultOf(id)) === 'sentToSome')
  // Neither the report nor the secret stays where the mail is sent; a mail that was given up can be tried again with both.
  expect(
    await app.sql('SELECT FROM mail WHERE user_id = $1 AND (file_sha256 IS NOT NULL OR sealed_link IS NOT NULL)', [
      own,
    ]),
  ).toEqual([])
  expect(JSON.stringify(await app.sql('SELECT * FROM report_delivery'))).not.toContain(tokenOf(data))
  await app.sql(`UPDATE mail_file SET used_at = now() - interval '2 hours'`)
  const database = new Database(app.databaseUrl, createLog('fatal'))
  await removeUnusedFiles(database.system).finally(() => database.stop())
  expect(await app.sql('SELECT m.recipient FROM mail_file f LEFT JOIN mail m ON m.file_sha256 = f.sha256')).toEqual([
    { recipient: 'refused@packhouse.example' },
  ])

  await run(id)
  expect(['customer', 'staff', 'lost', 'blocked'].map((name) => received(`${name}@packhouse.example`).length)).toEqual([
    1, 1, 0, 0,
  ])
})

test('A GET of the link changes nothing; the button ends it, and one click of a mail program, with the right secret alone', async () => {
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map((name) => person(`${name}@packhouse.example`)),
  )
  const id = await schedule('Left', [first ?? '', second ?? '', third ?? ''])
  await run(id)
  const [one, two, three] = [
    tokenOf(await arrived('first@packhouse.example')),
    tokenOf(await arrived('second@packhouse.example')),
    tokenOf(await arrived('third@packhouse.example')),
  ]
  const find = async (token: string) => await app.anonymous.get(`/v1/unsubscribe/${token}`)
  await fetch(`${app.url}/unsubscribe?token=${one}`)
  for (const _ of [1, 2]) expect((await find(one)).body).toMatchObject({ name: 'Left', isSubscribed: true })
  expect((await oneClick(one, 'anything=else')).status).toBe(400)
  expect((await oneClick(`${one.slice(0, -4)}AAAA`)).status).toBe(410)
  expect((await oneClick('')).status).toBe(410)
  expect((await oneClick(one, '{}', 'application/json')).status).toBe(415)
  expect((await oneClick(one, `List-Unsubscribe=One-Click${'x'.repeat(5_000)}`)).status).toBe(413)
  expect((await find(one)).body).toMatchObject({ isSubscribed: true })

  expect((await oneClick(one)).status).toBe(200)
  const form = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await oneClick(two, form, 'multipart/form-data; boundary=b')).status).toBe(200)
  for (const _ of [1, 2]) expect((await app.anonymous.post('/v1/unsubscribe', { token: three })).status).toBe(204)
  expect((await find(three)).body).toMatchObject({ isSubscribed: false })
  const states = await statesOf(id)
  expect(states.map(({ state }) => state)).toEqual(['unsubscribed', 'unsubscribed', 'unsubscribed'])
  const { items } = (await staff.get(`/v1/report-schedules/${id}/history`)).body as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'unsubscribe')).toHaveLength(3)

  // The month is forgotten: only the unsubscription is in the way.
  await app.sql(`UPDATE report_delivery SET month = '2020-01' WHERE schedule_id = $1`, [id])
  await run(id)
  expect(await resultOf(id)).toBe('nobody')
  expect(received('first@packhouse.example')).toHaveLength(1)
  await staff.post(`/v1/report-schedules/${id}/recipients/detach`, { ids: [first] })
  expectProblem(await find(one), 'link_invalid')
  expect((await oneClick(one)).status).toBe(410)
})

test('People of another customer, and more than 50, are refused', async () => {
  const id = await schedule('Bounded', [])
  const foreign = await attach(id, [await userId('other')])
  expect(expectProblem(foreign, 'invalid_request').errors).toEqual([
    { path: 'body.ids', code: 'rule', message: 'must be staff or users of the customer' },
  ])
  const made = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name)
     SELECT 'many' || n || '@packhouse.example', 'Many', 'Person' FROM generate_series(1, 51) n RETURNING id`,
  )
  const ids = made.map((user) => user.id)
  expectProblem(await attach(id, ids), 'invalid_request')
  expect((await attach(id, ids.slice(1))).status).toBe(204)
  expectProblem(await attach(id, ids.slice(0, 1)), 'invalid_request')
})

test('A report that cannot be made is shown with its reason and tried again; a month that is not over yet waits for its end', {
  tags: ['long'],
}, async () => {
  const reader = await person('patient@packhouse.example')
  const id = await schedule('Patient', [reader])
  await app.sql(`INSERT INTO report_run (schedule_id, month, attempts) VALUES ($1, to_char(now(), 'YYYY-MM'), 1)`, [id])
  await run(id)
  const [waits] = await app.sql(
    'SELECT next_run_at > now() AS later, attempts FROM report_schedule, report_run WHERE id = $1 AND schedule_id = id',
    [id],
  )
  expect(waits).toEqual({ later: true, attempts: 1 })
  await app.sql('DELETE FROM report_run WHERE schedule_id = $1', [id])
  const defaults = await app.sql<{ id: string }>(
    `UPDATE pdf_template SET is_default = false WHERE type = 'customerReport' AND is_default RETURNING id`,
  )
  await run(id)
  expect(await stateOf(id, reader)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Customer report'),
  })
  expect(await resultOf(id)).toBe('failed')
  const [again] = await app.sql(
    `SELECT next_run_at < now() + interval '2 hours' AS soon FROM report_schedule WHERE id = $1`,
    [id],
  )
  expect(again).toEqual({ soon: true })
  await app.sql('UPDATE pdf_template SET is_default = true WHERE id = ANY($1)', [defaults.map((one) => one.id)])
  await run(id)
  await arrived('patient@packhouse.example')
  await until('it was sent', async () => (await resultOf(id)) === 'sent')
})

test('A report that is too large has a link in its place, and a test goes to whoever asks alone', async () => {
  const other = await withLinks.as('staff')
  const body = { customerId: await customerOf(withLinks, 'NORDFJELL'), name: 'Large', day: 1, hour: 6, timeZone: 'UTC' }
  const { id } = (await other.post('/v1/report-schedules', body)).body as { id: string }
  const params = { id }
  expect(await other.call('sendReportToMe', { params })).toEqual({
    recipient: 'staff@packhouse.example',
    isSent: false,
    replaced: [],
  })
  const { text } = await mailTo(withLinks, 'staff@packhouse.example')
  expect(text).toContain('is too large for a mail')
  expect(text).toMatch(
    new RegExp(`https://packhouse.example/customer-reports/${body.customerId}\\?month=20\\d\\d-\\d\\d\n`),
  )
  expect(text).not.toContain('unsubscribe')
  expect(await withLinks.sql('SELECT FROM mail_file')).toEqual([])
  expect(await withLinks.sql('SELECT FROM report_delivery')).toEqual([])
  await withLinks.sql(`UPDATE customer SET name = 'ꦗ Nordfjell' WHERE id = $1`, [body.customerId])
  expect(await other.call('sendReportToMe', { params })).toMatchObject({ replaced: ['ꦗ'] })
  const second = await mailTo(withLinks, 'staff@packhouse.example', 2)
  expect(second.text).toContain('No font of the report has these characters: ꦗ.')
  for (let n = 1; n < 8; n++) await other.call('sendReportToMe', { params })
  await withLinks.sql(`DELETE FROM role_permission WHERE permission = 'machine.read.any'`)
  expectProblem(await other.post(`/v1/report-schedules/${id}/send-to-me`), 'permission_missing')
  expectProblem(await other.post(`/v1/report-schedules/${id}/send-to-me`), 'too_many_requests')
})
