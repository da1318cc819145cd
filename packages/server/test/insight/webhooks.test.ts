import { createHmac, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encryptAddresses } from '../../src/insight/webhooks/webhook-address.ts'
import { Database } from '../../src/platform/database.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = new WebhookReceiver()
const app = useTestApp({ environment: { ALLOW_PRIVATE_ADDRESSES: 'on' } })

beforeAll(async () => void (await receiver.start()))
afterAll(() => receiver.stop())
beforeEach(async () => {
  await app.sql('UPDATE webhook SET enabled = false')
  receiver.received.length = 0
  receiver.status = 200
  receiver.answer = ''
})

interface Made {
  id: string
  secret: string
}

async function make(values: object = {}): Promise<Made> {
  const staff = await app.as('staff')
  const body = { name: `Hook ${randomUUID()}`, url: receiver.url, resources: ['industry'], ...values }
  const made = await staff.post('/v1/webhooks', body)
  expect(made.status, made.text).toBe(201)
  return made.body as Made
}

async function industry(): Promise<{ id: string; name: string; rowVersion: number }> {
  const name = `Bakery ${randomUUID()}`
  const made = await (await app.as('staff')).post('/v1/industries', { code: randomUUID().slice(0, 12), name })
  expect(made.status, made.text).toBe(201)
  return made.body as { id: string; name: string; rowVersion: number }
}

const posts = (count: number) => until(`${count} posts`, () => receiver.received.length >= count)
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))

function signatureOf(secret: string, { headers, body }: (typeof receiver.received)[number]): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

test('a change is sent signed, and during a rotation with both secrets', async () => {
  const { id, secret } = await make()
  const { id: record, name } = await industry()
  await posts(1)
  const [first] = receiver.received
  expect(bodies()[0]).toMatchObject({
    type: 'industry.create',
    data: { resource: 'industry', recordId: record, verb: 'create', before: null, after: { name } },
  })
  expect(first?.headers['webhook-signature']).toBe(first && signatureOf(secret, first))
  const staff = await app.as('staff')
  expect((await staff.get(`/v1/webhooks/${id}`)).text).not.toContain(secret)
  const rotated = await staff.call('rotateWebhookSecret', { params: { id }, body: { overlap: '1h' } })
  await industry()
  await posts(2)
  const [, second] = receiver.received
  const both = [rotated.secret ?? '', secret].map((one) => second && signatureOf(one, second))
  expect(second?.headers['webhook-signature']).toBe(both.join(' '))
})

test('an address with a password and a token is shown by its host alone, and nothing of an answer is', async () => {
  const url = receiver.url.replace('://', '://bridge:pass-word@').concat('&token=to-ken')
  receiver.answer = 'heard by pass-word at to-ken'
  const { id } = await make({ url })
  await industry()
  await posts(1)
  const staff = await app.as('staff')
  const { host } = new URL(url)
  const shown = await staff.get(`/v1/webhooks/${id}`)
  expect(shown.body).toMatchObject({ url: '•••', host })
  await until('the delivery written down', async () => {
    return (await staff.call('webhookDeliveries', { params: { id }, query: { state: 'delivered' } })).total === 1
  })
  const texts = [
    shown.text,
    (await staff.get('/v1/webhooks')).text,
    (await staff.get(`/v1/webhooks/${id}/deliveries`)).text,
    (await staff.get(`/v1/webhooks/${id}/history`)).text,
    JSON.stringify(await app.sql('SELECT * FROM webhook_delivery WHERE webhook_id = $1', [id])),
    JSON.stringify(await app.sql('SELECT * FROM webhook WHERE id = $1', [id])),
  ]
  for (const text of texts) expect(text).not.toMatch(/pass-word|to-ken/)
  const { rowVersion } = shown.body as { rowVersion: number }
  const moved = { method: 'PUT', body: { url: `${receiver.url}&moved`, rowVersion } } as const
  expect((await staff.request(`/v1/webhooks/${id}`, moved)).status).toBe(200)
  await industry()
  await posts(2)
  // What was stored by a version before is sent to as it stands.
  await app.sql('UPDATE webhook_state SET sealed_url = NULL WHERE webhook_id = $1', [id])
  await app.sql('UPDATE webhook SET url = $2 WHERE id = $1', [id, url])
  await industry()
  await posts(3)
  expect(receiver.received.map(({ path }) => path)).toEqual(
    ['&token=to-ken', '&moved', '&token=to-ken'].map((end) => `/hook?key=private${end}`),
  )
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  await encryptAddresses(database.system, new Encryption(keysOf('another key'), 'webhooks'))
  await database.stop()
  expect(await app.sql('SELECT url FROM webhook WHERE id = $1', [id])).toEqual([{ url: new URL(url).origin }])
})

test('link-local addresses and those of a cloud are refused when they are saved', async () => {
  const staff = await app.as('staff')
  for (const host of ['169.254.169.254', '[fe80::1]', '2852039166', '[::ffff:169.254.169.254]']) {
    const refused = await staff.post('/v1/webhooks', { name: `At ${host}`, url: `http://${host}/latest` })
    expect([host, refused.status, refused.body]).toEqual([
      host,
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'body.url' })] }),
    ])
  }
})

/** Puts the next attempt of the delivery that has failed off for so long that none comes by itself. */
const putOff = () =>
  until('the failure written down', async () => {
    const postponed = `UPDATE job SET next_attempt_at = now() + interval '1 hour'
      WHERE kind = 'change-webhook' AND attempts = 1 AND state = 'waiting' AND lease IS NULL RETURNING id`
    return (await app.sql(postponed)).length === 1
  })

test('a failing delivery holds back later ones of its record alone, and gives way when it is given up', async () => {
  const { id } = await make()
  const staff = await app.as('staff')
  receiver.status = 500
  const held = await industry()
  await posts(1)
  receiver.status = 200
  await putOff()
  const changed = { method: 'PUT', body: { name: `${held.name} B`, rowVersion: held.rowVersion } } as const
  expect((await staff.request(`/v1/industries/${held.id}`, changed)).status).toBe(200)
  const other = await industry()
  await posts(2)
  expect(bodies().map(({ data }) => data.recordId)).toEqual([held.id, other.id])
  receiver.status = 500
  // Once its first attempt is written down. A job that runs has one attempt too.
  await until('the last attempt', async () => {
    const due = `UPDATE job SET attempts = 7, next_attempt_at = now()
      WHERE kind = 'change-webhook' AND attempts = 1 AND state = 'waiting' AND lease IS NULL RETURNING id`
    return (await app.sql(due)).length === 1
  })
  await posts(3)
  receiver.status = 200
  await posts(4)
  expect(bodies()[3]).toMatchObject({ type: 'industry.update', data: { recordId: held.id, changed: ['name'] } })
  const params = { id }
  const { items } = await staff.call('webhookDeliveries', { params, query: { state: 'failed' } })
  expect(items).toEqual([expect.objectContaining({ status: 500, attempts: 8, reason: 'The receiver answered 500.' })])
  const deliveryId = items[0]?.id ?? ''
  await staff.call('resendDelivery', { params: { id, deliveryId } })
  await posts(5)
  expect(receiver.received[4]?.headers['webhook-id']).toBe(deliveryId)
})

test('what its owner may not see is withheld, and one that wants no more is switched off with a mail', async () => {
  const { id } = await make()
  const staff = await app.as('staff')
  await app.sql('UPDATE webhook SET owner_id = (SELECT id FROM user_account WHERE email = $1) WHERE id = $2', [
    'denied@packhouse.example',
    id,
  ])
  await industry()
  const params = { id }
  await until('withheld', async () => {
    return (await staff.call('webhookDeliveries', { params, query: { state: 'withheld' } })).total === 1
  })
  expect(receiver.received).toEqual([])
  const next = await make()
  receiver.status = 410
  await industry()
  await until('switched off', async () => {
    const { body } = await staff.get(`/v1/webhooks/${next.id}`)
    return (body as { status: string }).status === 'switchedOff'
  })
  const mails = await app.sql(`SELECT FROM mail WHERE subject LIKE 'The webhook Hook%was switched off'`)
  expect(mails).toHaveLength(1)
})

test('changes are read on from a cursor, each once and in their order, whatever the number of digits', async () => {
  const staff = await app.as('staff')
  const seen: string[] = []
  let after: string | undefined
  const readOnUntil = (record: string, limit: string) =>
    until(`the change of ${record}`, async () => {
      const { items, next } = await staff.call('listChanges', {
        query: { limit, ...(after !== undefined && { after }) },
      })
      after = next ?? after
      seen.push(...items.map(({ recordId }) => recordId))
      return seen.includes(record)
    })
  const first = await industry()
  await readOnUntil(first.id, '500')
  const later = [9_998, 9_999, 10_000, 10_001].map((id) => ({ id, record: randomUUID() }))
  await app.sql(
    `INSERT INTO audit_entry (id, actor_id, action, resource, row_id) OVERRIDING SYSTEM VALUE
     SELECT id, $3, 'update', 'industry', record FROM unnest($1::bigint[], $2::uuid[]) AS given (id, record)`,
    [later.map(({ id }) => id), later.map(({ record }) => record), randomUUID()],
  )
  await readOnUntil(later.at(-1)?.record ?? '', '2')
  const wanted = [first.id, ...later.map(({ record }) => record)]
  expect(seen.filter((id) => wanted.includes(id))).toEqual(wanted)
  expect((await staff.get('/v1/changes?after=nonsense')).status).toBe(400)
})

test('a page of changes ends where their values are large, and the next one goes on from there', async () => {
  const staff = await app.as('staff')
  const records: string[] = [0, 1, 2].map(() => randomUUID())
  await app.sql(
    `INSERT INTO audit_entry (actor_id, action, resource, row_id, after)
     SELECT $2, 'update', 'industry', record, jsonb_build_object('name', repeat('x', 3000000)) FROM unnest($1::uuid[]) AS given (record)`,
    [records, randomUUID()],
  )
  const pages: string[][] = []
  let after = '0-0'
  await until('the last change', async () => {
    const { items, next } = await staff.call('listChanges', { query: { after, limit: '500' } })
    after = next ?? after
    pages.push(items.map(({ recordId }) => recordId).filter((id) => records.includes(id)))
    return pages.flat().length === records.length
  })
  expect(pages.flat()).toEqual(records)
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(records.length)
})

test('a value that was written to a machine leaves only while its customer shares the machine', async () => {
  const staff = await app.as('staff')
  const { id } = await make({ resources: ['machine'] })
  const write = (machineID: string) =>
    app.sql(
      `INSERT INTO audit_entry (actor_id, action, resource, row_id, before, after)
       SELECT $2, 'write-value', 'machine', id, '{"tag speed": 20}', '{"tag speed": 30}' FROM machine WHERE machine_id = $1`,
      [machineID, randomUUID()],
    )
  const customer = await app.as('customer')
  const body = { machine_ids: ['VFFS-2214'], purpose: 'support' as const, shared: false }
  await customer.call('decideSharing', { body })
  await write('VFFS-2214')
  await until('withheld', async () => {
    const rows = await app.sql('SELECT FROM webhook_delivery WHERE webhook_id = $1 AND state = $2', [id, 'withheld'])
    return rows.length === 1
  })
  expect(await staff.call('webhookDeliveries', { params: { id }, query: {} })).toMatchObject({ items: [], total: 0 })
  await customer.call('decideSharing', { body: { ...body, shared: true } })
  await write('VFFS-2214')
  await posts(1)
  expect(bodies()).toMatchObject([{ type: 'machine.update', data: { action: 'write-value' } }])
})

test('there are at most 200 webhooks: each change of a record looks at all of them', async () => {
  const staff = await app.as('staff')
  const { user } = await staff.call('me')
  await app.sql(
    `INSERT INTO webhook (name, url, enabled, resources, verbs, confidential, owner_id)
     SELECT 'Filler ' || n, 'https://example.com', false, '{}', '{}', false, $1 FROM generate_series(1, 200) n`,
    [user.id],
  )
  const refused = await staff.post('/v1/webhooks', { name: 'One more', url: 'https://example.com' })
  expect(refused.body).toMatchObject({ code: 'not_usable' })
  await app.sql(`DELETE FROM webhook WHERE name LIKE 'Filler %'`)
})
