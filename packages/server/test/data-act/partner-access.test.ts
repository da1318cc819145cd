import { dataUseAgreements, MOST_PARTNERS } from '@packhouse/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { forgetOldReads } from '../../src/data-act/partner-reads.queries.ts'
import { Database } from '../../src/platform/database.ts'
import type { Caller } from '../support/caller.ts'
import { eventually } from '../support/eventually.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const ID = 'VFFS-2214'
const SIBLING = 'PAL-0219'
const THEIRS = 'FLW-1204'
const DAY_MS = 86_400_000

let customer: Caller
let staff: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  staff = await app.as('staff')
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const draft = (change: object = {}) => ({
  ...{ partner: 'Havbris Analytics', contact: 'data@havbris.example', purpose: 'Energy report' },
  ...{ machineIDs: [ID], expiresAt: inDays(30), ...change },
})
const give = async (change: object = {}) => await customer.call('givePartnerAccess', { body: draft(change) })

/** What a partner is answered with the key. */
const ask = async (key: string, path: string) => await app.anonymous.request(path, { headers: { 'x-api-key': key } })
const machinesFor = async (key: string) => {
  const { status, text, body } = await ask(key, '/v1/partner/machines')
  expect(status, text).toBe(200)
  return (body as { machines: { machineID: string }[] }).machines.map(({ machineID }) => machineID)
}
const customerId = async (code: string) => {
  const [found] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [code])
  return found?.id ?? ''
}

test('a partner reads live values and history of the chosen machine at once, and of no other one', async () => {
  const device = await app.device()
  await device.publish(ID, { totalCycles: 5, temperature: 31.5, machineData: { FilmTension: 12 } })
  const { key } = await give()
  expect(await machinesFor(key)).toEqual([ID])
  const live = (await ask(key, `/v1/partner/machines/${ID}`)).body as Record<string, unknown>
  expect(live).toMatchObject({ machineID: ID, temperature: 31.5, machineData: { FilmTension: 12 } })
  // A partner does not see what people enter about a machine.
  for (const name of ['customer', 'location', 'lastService', 'nextDue', 'sourceIssues', 'configurationId'])
    expect(live).not.toHaveProperty(name)
  const history = await ask(key, `/v1/partner/machines/${ID}/history?tag=temperature&hours=1`)
  expect(history.body).toMatchObject({ machineID: ID, kind: 'numeric' })
  for (const other of [SIBLING, THEIRS, 'NONE-1']) {
    expectProblem(await ask(key, `/v1/partner/machines/${other}`), 'not_found')
    expectProblem(await ask(key, `/v1/partner/machines/${other}/history`), 'not_found')
  }
})

test('only people of the customer give access, to their own machines, for a time', async () => {
  const give = async (caller: Caller, change: object) => await caller.post('/v1/partner-access', draft(change))
  expectProblem(await give(staff, {}), 'not_found')
  expectProblem(await give(customer, { machineIDs: [ID, THEIRS] }), 'not_found')
  for (const change of [
    { expiresAt: inDays(-1) },
    { expiresAt: inDays(800) },
    { machineIDs: [] },
    { machineIDs: [ID, ID] },
    { partner: ' ' },
    { contact: 'nobody' },
    { customerId: await customerId('BALTIC') },
  ])
    expectProblem(await give(customer, change), 'invalid_request')
  // Nothing of a refused one is left.
  const left =
    await app.sql(`SELECT name FROM api_key k WHERE NOT EXISTS (SELECT FROM partner_access WHERE api_key_id = k.id)
    AND machines_only`)
  expect(left).toEqual([])
})

test('the database itself lets neither staff nor another customer give or widen access', async () => {
  const { access } = await give()
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  const own = await customerId('NORDFJELL')
  const insert = sql`INSERT INTO partner_access (customer_id, partner, contact, purpose, expires_at)
    VALUES (${own}, 'x', 'x', 'x', now() + interval '1 day')`
  const widen = sql`INSERT INTO partner_access_machine (access_id, machine_id)
    SELECT ${access.id}, id FROM machine WHERE machine_id IN (${SIBLING}, ${THEIRS})`
  const prolong = sql`UPDATE partner_access SET expires_at = now() + interval '9 years' WHERE id = ${access.id}`
  const end = sql`UPDATE partner_access SET ended_at = now() WHERE id = ${access.id}`
  try {
    for (const scope of ['all', { customerId: await customerId('BALTIC') }] as const) {
      for (const statement of [insert, widen])
        await expect(database.inScope(scope, (db) => statement.execute(db))).rejects.toThrow(/row-level security/)
      const { numAffectedRows } = await database.inScope(scope, (db) => end.execute(db))
      expect(numAffectedRows).toBe(0n)
    }
    await expect(database.inScope({ customerId: own }, (db) => prolong.execute(db))).rejects.toThrow(/denied/)
    // Its own machines beside a foreign one: neither.
    await expect(database.inScope({ customerId: own }, (db) => widen.execute(db))).resolves.toMatchObject({
      numAffectedRows: 1n,
    })
  } finally {
    await database.stop()
  }
})

test('it ends at once when the customer ends it, and with its date', async () => {
  const [one, two] = [await give(), await give()]
  expect(await machinesFor(one.key)).toEqual([ID])
  const ended = await customer.call('endPartnerAccess', { params: { id: one.access.id } })
  expect(ended).toMatchObject({ status: 'ended', endedBy: 'Jonas Eide' })
  await until('the key is refused', async () => (await ask(one.key, '/v1/partner/machines')).status === 401)
  expect((await customer.call('endPartnerAccess', { params: { id: one.access.id } })).endedAt).toBe(ended.endedAt)

  await app.sql(`UPDATE partner_access SET expires_at = now() - interval '1 second' WHERE id = $1`, [two.access.id])
  await until('the key is refused', async () => (await ask(two.key, '/v1/partner/machines')).status === 401)
  const { accesses } = await customer.call('partnerAccesses')
  expect(accesses.find(({ id }) => id === two.access.id)?.status).toBe('expired')
  for (const id of [one.access.id, two.access.id])
    expectProblem(await (await app.as('other')).post(`/v1/partner-access/${id}/end`), 'not_found')
  expectProblem(await staff.post(`/v1/partner-access/${one.access.id}/end`), 'not_found')
})

test('a machine that moves or is deleted drops out for good', async () => {
  const { key, access } = await give({ machineIDs: [ID, SIBLING] })
  expect(await machinesFor(key)).toEqual([SIBLING, ID])
  const move = async (to: string) =>
    await app.sql('UPDATE machine SET customer_id = $1, location_id = NULL WHERE machine_id = $2', [to, SIBLING])
  await move(await customerId('BALTIC'))
  await until('it has dropped out', async () => (await machinesFor(key)).length === 1)
  expectProblem(await ask(key, `/v1/partner/machines/${SIBLING}`), 'not_found')
  await move(await customerId('NORDFJELL'))
  const { accesses } = await customer.call('partnerAccesses')
  const { machines } = accesses.find(({ id }) => id === access.id) ?? {}
  expect(machines?.map(({ machineID, removedAt }) => [machineID, removedAt === null])).toEqual([
    [SIBLING, false],
    [ID, true],
  ])
  await app.sql('UPDATE machine SET deleted_at = now() WHERE machine_id = $1', [ID])
  try {
    await until('it has dropped out', async () => (await machinesFor(key)).length === 0)
  } finally {
    await app.sql('UPDATE machine SET deleted_at = NULL WHERE machine_id = $1', [ID])
  }
  await until('the machine is back', async () => (await customer.get(`/v1/ignition/machines/${ID}`)).status === 200)
  // What a key may read is believed for a moment.
  await eventually(() => machinesFor(key)).toEqual([])
})

test('staff can make nothing more of the key, and revoking it ends the access', async () => {
  const { key, access } = await give()
  const [row] = await app.sql<{ id: string; row_version: number }>(
    'SELECT k.id, k.row_version FROM api_key k JOIN partner_access p ON p.api_key_id = k.id WHERE p.id = $1',
    [access.id],
  )
  const id = row?.id ?? ''
  const path = `/v1/auth/api-keys/${id}`
  const [scope] = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'customers:read'`)
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [SIBLING])
  for (const answer of [
    await staff.request(path, { method: 'PUT', body: { rowVersion: row?.row_version, expiresAt: inDays(900) } }),
    await staff.post(`${path}/rotate`, { overlap: '24h' }),
    await staff.request(`${path}/scopes`, { method: 'PUT', body: { ids: [scope?.id] } }),
    await staff.request(`${path}/machines`, { method: 'PUT', body: { ids: [machine?.id] } }),
  ])
    expect([400, 409, 422], answer.text).toContain(answer.status)
  expect(await machinesFor(key)).toEqual([ID])
  expect((await staff.post(`${path}/revoke`)).status).toBe(200)
  await until('the key is refused', async () => (await ask(key, '/v1/partner/machines')).status === 401)
  const { accesses } = await customer.call('partnerAccesses')
  expect(accesses.find((one) => one.id === access.id)).toMatchObject({ status: 'ended', endedBy: 'Maren Holm' })
})

test('both sides see who gave what, when it was used and by how many requests; nobody else does', async () => {
  const { key, access } = await give({ partner: 'Logbook AS' })
  await machinesFor(key)
  // As the counter of calls writes them, every few seconds.
  await app.sql(`SELECT ensure_month('api_count', date_trunc('minute', now() - interval '2 days'))`)
  await app.sql(
    `INSERT INTO api_count (minute, api_key_id, route, status_class, calls)
     SELECT date_trunc('minute', now() - interval '2 days'), api_key_id, 'GET /v1/partner/machines', 2, 7 FROM partner_access WHERE id = $1`,
    [access.id],
  )
  const own = await customerId('NORDFJELL')
  const seenBy = async (caller: Caller, query = {}) =>
    (await caller.call('partnerAccesses', { query })).accesses.find(({ id }) => id === access.id)
  const seen = await until('its use is noted', async () => {
    const found = await seenBy(customer)
    return found?.lastUsedAt === null ? undefined : found
  })
  expect(seen?.use.map(({ requests }) => requests)).toContain(7)
  expect(seen).toMatchObject({
    ...{ partner: 'Logbook AS', contact: 'data@havbris.example', purpose: 'Energy report', status: 'active' },
    ...{ givenBy: 'Jonas Eide', endedAt: null, machines: [{ machineID: ID, removedAt: null }] },
  })
  expect(JSON.stringify(seen)).not.toContain(key.slice(8, -4))
  expect(await seenBy(staff, { customerId: own })).toMatchObject({ id: access.id, partner: 'Logbook AS' })
  expect(await seenBy(await app.as('other'))).toBeUndefined()
  expectProblem(await (await app.as('other')).get(`/v1/partner-access?customerId=${own}`), 'not_found')
  expectProblem(await staff.get(`/v1/partner-access?customerId=${crypto.randomUUID()}`), 'not_found')
  const audit = await app.sql<{ action: string; after: object }>(
    `SELECT action, after FROM audit_entry WHERE resource = 'partnerAccess' AND row_id = $1`,
    [access.id],
  )
  expect(audit.map(({ action }) => action)).toEqual(['create'])
  expect(JSON.stringify(audit)).not.toContain('havbris')
})

test('staff enter what is agreed on their own use of the data; the customer reads it, and no other one does', async () => {
  const own = await customerId('NORDFJELL')
  const path = dataUseAgreements.calls.create.path
  expect((await customer.call('partnerAccesses')).agreements).toEqual([])
  const agreed = {
    version: '2026-1',
    agreedOn: '2026-11-02',
    purposes: 'Better forming of jaws',
    text: 'Word for word',
  }
  const turned = await staff.post(path, { customerId: own, ...agreed, endedOn: '2026-11-01' })
  expectProblem(turned, 'invalid_request')
  const made = await staff.post(path, { customerId: own, ...agreed })
  expect(made.status, made.text).toBe(201)
  const shown = [
    {
      ...agreed,
      endedOn: null,
      id: (made.body as { id: string }).id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      answer: null,
    },
  ]
  expect((await customer.call('partnerAccesses')).agreements).toEqual(shown)
  expect((await staff.call('partnerAccesses', { query: { customerId: own } })).agreements).toEqual(shown)
  expect((await (await app.as('other')).call('partnerAccesses')).agreements).toEqual([])
  expectProblem(await customer.post(path, { customerId: own, ...agreed }), 'permission_missing')
})

test('people of the customer accept or decline an agreement word for word; every answer stays, and nobody else answers', async () => {
  const own = await customerId('NORDFJELL')
  const fields = {
    customerId: own,
    version: '2026-2',
    agreedOn: '2026-11-03',
    purposes: 'Better spare parts',
    text: 'All of it',
  }
  const made = await staff.post(dataUseAgreements.calls.create.path, fields)
  expect(made.status, made.text).toBe(201)
  const { id, rowVersion } = made.body as { id: string; rowVersion: number }
  const seenBy = async (caller: Caller, query = {}) =>
    (await caller.call('partnerAccesses', { query })).agreements.find((agreement) => agreement.id === id)
  const isAccepted = async () =>
    (await app.sql('SELECT FROM data_use_accepted WHERE customer_id = $1', [own])).length === 1
  const answer = async (caller: Caller, accepted: boolean, sha256: string) =>
    await caller.post(`/v1/partner-access/agreements/${id}/answer`, { accepted, sha256 })
  const { sha256 = '' } = (await seenBy(customer)) ?? {}

  for (const caller of [staff, await app.as('other')]) expectProblem(await answer(caller, true, sha256), 'not_found')
  expectProblem(await answer(customer, true, '0'.repeat(64)), 'not_usable')
  expect([(await seenBy(customer))?.answer, await isAccepted()]).toEqual([null, false])

  const accepted = await answer(customer, true, sha256)
  expect(accepted.status, accepted.text).toBe(200)
  expect(await seenBy(staff, { customerId: own })).toMatchObject({
    answer: { accepted: true, isCurrent: true, answeredBy: 'Jonas Eide' },
  })
  expect(await isAccepted()).toBe(true)

  // Other words are accepted by nobody.
  const path = `${dataUseAgreements.calls.create.path}/${id}`
  const changed = await staff.request(path, { method: 'PUT', body: { rowVersion, purposes: 'Anything' } })
  expect(changed.status, changed.text).toBe(200)
  expect(await seenBy(customer)).toMatchObject({ answer: { accepted: true, isCurrent: false } })
  expect(await isAccepted()).toBe(false)
  expectProblem(await answer(customer, true, sha256), 'not_usable')
  const newer = (await seenBy(customer))?.sha256 ?? ''
  expect((await answer(customer, true, newer)).status).toBe(200)
  expect(await isAccepted()).toBe(true)
  expect((await answer(customer, false, newer)).status).toBe(200)
  expect(await seenBy(customer)).toMatchObject({ answer: { accepted: false, isCurrent: true } })
  expect(await isAccepted()).toBe(false)
  expect((await answer(customer, true, newer)).status).toBe(200)

  const stored = await app.sql(
    'SELECT accepted, version, sha256 FROM data_use_answer WHERE agreement_id = $1 ORDER BY id',
    [id],
  )
  expect(stored).toEqual([
    { accepted: true, version: '2026-2', sha256 },
    ...[true, false, true].map((one) => ({ accepted: one, version: '2026-2', sha256: newer })),
  ])
  // Nor is a longer time.
  const body = { rowVersion: (changed.body as { rowVersion: number }).rowVersion, endedOn: '2099-12-31' }
  const longer = await staff.request(path, { method: 'PUT', body })
  expect(longer.status, longer.text).toBe(200)
  expect(await seenBy(customer)).toMatchObject({ answer: { accepted: true, isCurrent: false } })
  expect(await isAccepted()).toBe(false)
  const audit = await app.sql<{ action: string }>(
    `SELECT action FROM audit_entry WHERE resource = 'dataUseAnswer' AND after ->> 'agreementId' = $1`,
    [id],
  )
  expect(audit.map(({ action }) => action)).toEqual(Array(4).fill('create'))
  // The database lets nobody of a customer change what was answered, nor answer for another one.
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  try {
    for (const [statement, message] of [
      ['UPDATE data_use_answer SET accepted = true', /permission denied/],
      ['DELETE FROM data_use_answer', /permission denied/],
      [
        `INSERT INTO data_use_answer (agreement_id, customer_id, accepted, version, sha256) VALUES ('${id}', '${await customerId('BALTIC')}', true, 'x', '${newer}')`,
        /row-level security/,
      ],
    ] as const)
      await expect(
        database.inScope({ customerId: own }, (db) => sql.raw(statement).execute(db)),
        statement,
      ).rejects.toThrow(message)
  } finally {
    await database.stop()
  }
  // One that has ended holds no more.
  await app.sql(
    `UPDATE data_use_agreement SET ended_on = current_date - 2, agreed_on = current_date - 9 WHERE id = $1`,
    [id],
  )
  expect(await isAccepted()).toBe(false)
  expectProblem(await answer(customer, false, newer), 'not_usable')
})

test('it rests while the account that gave it may not give it', async () => {
  const { key, access } = await give()
  await app.sql(
    `DELETE FROM role_permission WHERE permission = 'partnerAccess.give' AND role_id = (SELECT id FROM role WHERE name = 'customer')`,
  )
  try {
    await until('the key opens nothing', async () => (await ask(key, '/v1/partner/machines')).status === 403)
    const { accesses } = await customer.call('partnerAccesses')
    expect(accesses.find(({ id }) => id === access.id)?.status).toBe('paused')
  } finally {
    await app.sql(`INSERT INTO role_permission SELECT id, 'partnerAccess.give' FROM role WHERE name = 'customer'`)
  }
  await until('it works again', async () => (await ask(key, '/v1/partner/machines')).status === 200)
  await until('the customer may give it again', async () =>
    (await customer.call('me')).permissions.includes('partnerAccess.give'),
  )
})

test('both sides see which machines a partner has read on which days; nobody else does, and it is stored by the day', async () => {
  const { key, access } = await give({ partner: 'Reader AS', machineIDs: [ID, SIBLING] })
  expect(await machinesFor(key)).toEqual([SIBLING, ID])
  for (const path of [ID, `${ID}/history?tag=temperature&hours=1`]) {
    expect((await ask(key, `/v1/partner/machines/${path}`)).status).toBe(200)
  }
  expectProblem(await ask(key, `/v1/partner/machines/${THEIRS}`), 'not_found')
  const params = { id: access.id }
  const day = new Date().toISOString().slice(0, 10)
  const reads = [
    { day, machineID: SIBLING, requests: 1 },
    { day, machineID: ID, requests: 3 },
  ]
  expect(await customer.call('partnerReads', { params })).toEqual({ reads })
  expect(await staff.call('partnerReads', { params })).toEqual({ reads })
  const own = await ask(key, '/v1/partner/reads')
  expect([own.status, own.body]).toEqual([200, { reads }])
  expectProblem(await (await app.as('other')).get(`/v1/partner-access/${access.id}/reads`), 'not_found')
  await ask(key, `/v1/partner/machines/${ID}`)
  expect((await customer.call('partnerReads', { params })).reads[1]).toEqual({ day, machineID: ID, requests: 4 })
  const rows = await app.sql('SELECT FROM partner_read WHERE access_id = $1', [access.id])
  expect(rows).toHaveLength(2)
  // What nobody is shown any more is gone a day later at most.
  await app.sql(`UPDATE partner_read SET day = day - 30 WHERE access_id = $1`, [access.id])
  expect((await customer.call('partnerReads', { params })).reads).toEqual([])
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  await forgetOldReads(database.system).finally(() => database.stop())
  expect(await app.sql('SELECT FROM partner_read WHERE access_id = $1', [access.id])).toEqual([])
})

test('so many partners have access at a time, however many are given it at once', async () => {
  await app.sql('UPDATE partner_access SET ended_at = now() WHERE ended_at IS NULL')
  const answers = await Promise.all(
    Array.from({ length: MOST_PARTNERS + 4 }, (_, n) =>
      customer.post('/v1/partner-access', draft({ partner: `Partner ${n}` })),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_PARTNERS)
  for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 'not_usable')
})
