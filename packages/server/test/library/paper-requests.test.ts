import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import type { Row } from './library-rows.ts'
import { PublicRows } from './public-rows.ts'

const PROXY = '127.0.0.1'
const app = useTestApp({
  environment: {
    TRUSTED_PROXIES: PROXY,
    PAPER_REQUESTS_PER_ADDRESS: '3',
    PAPER_REQUESTS_PER_MACHINE: '4',
    PAPER_REQUESTS_OPEN: '6',
    PUBLIC_PAGES_PER_ADDRESS: '30',
    PAPER_REQUEST_DAYS: '30',
  },
})
let staff: Caller
const pages = new PublicRows(app, () => staff)
const PERSON = { name: 'Ola Nordmann', postalAddress: 'Storgata 1\n5003 Bergen', email: 'ola@example.com' }
let own = { id: '', token: '' }
let document: Row
let visitors = 0

/** Another stranger each time. */
const from = (network = `203.0.113.${++visitors}`) => ({ 'x-forwarded-for': network })
const requests = async () => ((await staff.get('/v1/paper-requests')).body as { items: Row[] }).items

beforeAll(async () => {
  staff = await app.as('staff')
  own = await pages.machine('VFFS-2214')
  document = await pages.add({ machineId: own.id })
})

test('a stranger asks for paper, and staff see who, for what and at which customer', async () => {
  const answer = await pages.ask(own.token, { ...PERSON, documentId: document.id }, from())
  expect([answer.status, answer.headers.location]).toEqual([303, `/m/${own.token}/paper?sent`])
  expect((await app.anonymous.get(`/m/${own.token}/paper?sent`, from())).text).toContain('Your request has arrived.')
  const [request] = await requests()
  const { name, postalAddress, email } = PERSON
  expect(request).toMatchObject({
    ...{ machineId: own.id, documentId: document.id, state: 'open', language: 'en' },
    ...{ name, postalAddress, email, customer: 'Nordfjell Seafood AS' },
  })
  const mails = await until('mails to staff', async () => {
    const found = await app.sql<{ subject: string; body: string; recipient: string }>('SELECT * FROM mail')
    return found.length > 0 ? found : undefined
  })
  expect(mails.map(({ recipient }) => recipient)).toContain('staff@packhouse.example')
  for (const { subject, body } of mails) {
    expect(subject).toContain('VFFS-2214')
    expect(body).toContain('/library/documents/paper-requests')
    expect(body).not.toMatch(/Nordmann|Storgata|ola@/)
  }
  expectProblem(await (await app.as('customer')).get('/v1/paper-requests'), 'permission_missing')
  expectProblem(await app.anonymous.get('/v1/paper-requests', from()), 'not_signed_in')
})

test('what is missing or wrong is said at its field, and what was filled in is still there', async () => {
  const before = (await requests()).length
  const form = { name: '<b>Ola</b>', postalAddress: ' ', email: 'nowhere', documentId: crypto.randomUUID() }
  const { status, text } = await pages.ask(own.token, form, from())
  expect(status).toBe(400)
  for (const field of ['postalAddress', 'email', 'documentId'])
    expect(text).toContain(`aria-describedby="${field}-fault"`)
  expect(text).toContain('value="&lt;b&gt;Ola&lt;/b&gt;"')
  expect(text).not.toContain('aria-describedby="name-fault"')
  const german = await pages.ask(own.token, form, { ...from(), 'accept-language': 'de' })
  expect(german.text).toContain('Füllen Sie dieses Feld aus.')
  const elsewhere = await pages.ask(own.token, PERSON, { ...from(), 'sec-fetch-site': 'cross-site' })
  expect(elsewhere.status).toBe(403)
  const long = await pages.ask(own.token, { ...PERSON, name: 'x'.repeat(20_000) }, from())
  expect(long.status).toBe(413)
  const json = await app.anonymous.request(`/m/${own.token}/paper`, { method: 'POST', body: PERSON, headers: from() })
  expect(json.status).toBe(415)
  expect((await pages.ask('A'.repeat(22), PERSON, from())).status).toBe(404)
  expect(await requests()).toHaveLength(before)
})

test('the history of a request names no person, and after its time nobody can', async () => {
  const [request] = await requests()
  const path = `/v1/paper-requests/${request?.id}`
  const sent = await staff.request(path, { method: 'PUT', body: { rowVersion: request?.rowVersion, state: 'sent' } })
  expect(sent.status, sent.text).toBe(200)
  const [audited] = await app.sql<{ text: string }>(
    `SELECT string_agg(before::text || after::text, '') AS text FROM audit_entry WHERE resource = 'paperRequest'`,
  )
  expect(audited?.text).toContain('sent')
  expect(audited?.text).not.toMatch(/Nordmann|Storgata|ola@/)
  await app.sql(`UPDATE paper_request SET updated_at = now() - interval '31 days' WHERE id = $1`, [request?.id])
  await makeDue(app, 'Remove the persons%')
  const after = await until('the person is removed', async () => {
    const row = (await staff.get(path)).body as Row
    return row.name === null && row
  })
  expect(after).toMatchObject({ name: null, postalAddress: null, email: null, state: 'sent', documentId: document.id })
})

describe('strangers', () => {
  const other = async () => await pages.machine('FLW-1204')

  test('of one address, for one machine and altogether ask so often and no more; nothing they filled in is lost', async () => {
    const { token } = await other()
    const network = from()
    for (let n = 0; n < 3; n++) expect((await pages.ask(token, PERSON, network)).status).toBe(303)
    const refused = await pages.ask(token, PERSON, network)
    expect([refused.status, refused.text.includes('Ola Nordmann')]).toEqual([429, true])
    expect((await pages.ask(token, PERSON, from())).status).toBe(303)
    expect((await pages.ask(token, PERSON, from())).status).toBe(429)
    const third = await pages.machine('VFFS-2215')
    await app.sql(`INSERT INTO paper_request (machine_id, state) SELECT $1, 'open' FROM generate_series(1, 6)`, [
      third.id,
    ])
    expect((await pages.ask(third.token, PERSON, from())).status).toBe(429)
    const counted = (await staff.get('/v1/health/refusals', from())).body
    expect(JSON.stringify(counted)).toMatch(/paper_of_address.*paper_of_machine.*paper_requests_open/)
  })

  test('of one address open so many pages in a minute', async () => {
    const network = from()
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await app.anonymous.get(`/m/${'B'.repeat(22)}`, network)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
    expect((await app.anonymous.get(`/m/${own.token}`, from())).status).toBe(200)
    const labels: number[] = []
    for (let n = 0; n < 31; n++)
      labels.push((await app.anonymous.get('/v1/public/machine-label?machineID=NEVER-1', network)).status)
    expect([labels[0], labels.at(-1)]).toEqual([200, 429])
  })
})
