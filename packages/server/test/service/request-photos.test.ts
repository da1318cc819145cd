import { MOST_REQUEST_PHOTOS, serviceRequests } from '@packhouse/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { pdf } from '../support/crafted-files.ts'
import { download, sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { ServiceRows } from './service-rows.ts'

const ID = 'VFFS-2214'
const app = useTestApp()
let customer: Caller
let other: Caller
let staff: Caller
let photo: Buffer
const rows = new ServiceRows(app, () => staff)

beforeAll(async () => {
  customer = await app.as('customer')
  other = await app.as('other')
  staff = await app.as('staff')
  photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'red' } })
    .withExif({ IFD0: { ImageDescription: 'Hall 3' } })
    .jpeg()
    .toBuffer()
})

const body = (more: object = {}) => ({ subject: 'Film tears at the jaw', ...more })
const ask = async (who = customer, more: object = {}) =>
  (await who.call('askForService', { params: { id: ID }, body: body(more) })).requestId
const photosOf = (id: string) => `/v1/service-requests/${id}/photos`
const send = (who: Caller, id: string, fileId: string = crypto.randomUUID(), name = 'Jaw.jpg', content = photo) =>
  sendFile(app, who, `${photosOf(id)}?fileId=${fileId}`, name, content)
const pictureOf = (id: string, fileId: string, size = 'small') => `${photosOf(id)}/${fileId}?size=${size}`
const listed = async (who: Caller, id: string) =>
  (await who.call('machineRequests', { params: { id: ID } })).requests.find((one) => one.id === id)?.photos

test('a photo of a customer is at the request, in three sizes and without what the camera noted; staff and the engineer of the visit see it', async () => {
  const id = await ask()
  const fileId = crypto.randomUUID()
  expect((await send(customer, id, fileId)).status).toBe(201)
  const shown = [{ id: fileId, name: 'Jaw.jpg' }]
  for (const who of [customer, staff]) {
    expect(await listed(who, id)).toEqual(shown)
    expect(await who.call('requestPhotos', { params: { id } })).toEqual({ photos: shown })
    const small = await download(app, who, pictureOf(id, fileId))
    const { format, width, exif } = await sharp(small.content).metadata()
    expect([small.status, format, width, exif]).toEqual([200, 'webp', 160, undefined])
    const tag = small.headers.get('etag') ?? ''
    expect((await download(app, who, pictureOf(id, fileId), { 'if-none-match': tag })).status).toBe(304)
  }
  // It is one of the files of the request, whose history names it.
  const files = (await staff.get(`/v1/service-requests/${id}/files`)).body as { items: { id: string }[] }
  expect(files.items.map((file) => file.id)).toEqual([fileId])
  const [entry] = await app.sql(
    `SELECT u.email FROM audit_entry a JOIN user_account u ON u.id = a.actor_id WHERE a.action = 'attach-file'`,
  )
  expect(entry).toEqual({ email: 'customer@packhouse.example' })

  const machineId = await rows.idOf(ID)
  const made = await staff.post('/v1/service-visits', {
    ...{ machineId, subject: 'Jaw', kind: 'repair', startsAt: '2031-12-03T08:00:00Z', endsAt: '2031-12-03T12:00:00Z' },
    tasks: [{ machineId, requestId: id }],
  })
  expect(made.status, made.text).toBe(201)
  const form = await staff.call('visitForm', { params: { id: (made.body as { id: string }).id } })
  expect(form.tasks).toEqual([expect.objectContaining({ requestId: id, photos: shown })])

  // A photo that staff delete is gone for the customer too.
  const removed = await staff.request(`/v1/service-requests/${id}/files/${fileId}`, { method: 'DELETE' })
  expect(removed.status, removed.text).toBe(204)
  expect(await listed(customer, id)).toEqual([])
  expectProblem(await customer.get(pictureOf(id, fileId)), 'not_found')
})

test('a request has so many photos at most, however many arrive at once; one that is sent again is there once', async () => {
  const id = await ask()
  const ids = Array.from({ length: MOST_REQUEST_PHOTOS }, () => crypto.randomUUID())
  for (const fileId of ids.slice(1)) expect((await send(customer, id, fileId)).status).toBe(201)
  const both = await Promise.all([send(customer, id, ids[0]), send(customer, id), send(customer, id)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const all = (await listed(customer, id)) ?? []
  expect(all).toHaveLength(MOST_REQUEST_PHOTOS)
  for (const one of all) expect((await send(customer, id, one.id)).status).toBe(201)
  expectProblem(await send(customer, id), 'not_usable')
  expect(await listed(customer, id)).toEqual(all)
  // The id of a photo of another request leads nowhere.
  expectProblem(await send(customer, await ask(), all[0]?.id), 'not_found')
})

test('what is no photo is refused, and nothing stays of it', async () => {
  const id = await ask()
  expectProblem(await send(customer, id, undefined, 'Drawing.pdf', pdf()), 'media_type_unsupported')
  expectProblem(await send(customer, id, undefined, 'Jaw.heic'), 'media_type_unsupported')
  expectProblem(await send(customer, id, undefined, 'Jaw.png'), 'media_type_unsupported')
  expectProblem(await customer.post(photosOf(id), { a: 1 }), 'media_type_unsupported')
  expect(await listed(customer, id)).toEqual([])
  expect(await app.sql('SELECT FROM attached_file WHERE owner_id = $1', [id])).toEqual([])
})

test('other customers, partners and keys of neither see a photo or send one', async () => {
  const id = await ask()
  const fileId = crypto.randomUUID()
  expect((await send(customer, id, fileId)).status).toBe(201)
  const partner = await customer.call('givePartnerAccess', {
    body: {
      ...{ partner: 'Havbris', contact: 'data@havbris.example', purpose: 'Energy', machineIDs: [ID] },
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  const strangers = [
    [other, 'not_found'],
    [await app.as('denied'), 'permission_missing'],
    [app.anonymous.with({ 'x-api-key': partner.key }), 'permission_missing'],
    [app.anonymous, 'not_signed_in'],
  ] as const
  for (const [who, code] of strangers) {
    expectProblem(await who.get(photosOf(id)), code)
    expectProblem(await who.get(pictureOf(id, fileId)), code)
    expectProblem(await send(who, id), code)
  }
  // A request that there is not is answered the same.
  expectProblem(await send(other, crypto.randomUUID()), 'not_found')
})

test('the next customer of a machine does not see the photos of the one before, by no way, and adds none', async () => {
  const id = await ask()
  const fileId = crypto.randomUUID()
  expect((await send(customer, id, fileId)).status).toBe(201)
  const move = (email: string) =>
    app.sql(
      `UPDATE machine SET customer_id = (SELECT customer_id FROM user_account WHERE email = $1), location_id = NULL WHERE machine_id = $2`,
      [email, ID],
    )
  // Somebody of it with a permission of staff.
  await app.sql(
    `INSERT INTO user_permission (user_id, permission) SELECT id, unnest($1::text[]) FROM user_account WHERE email = 'other@packhouse.example'`,
    [[serviceRequests.calls.files.access, serviceRequests.calls.attachFile.access]],
  )
  // Permissions of a session that was asked about just before are believed for a moment.
  await until('the permission', async () => (await other.get(`/v1/service-requests/${id}/files`)).status !== 403)
  const seen = async () => ({
    files: ((await other.get(`/v1/service-requests/${id}/files`)).body as { items?: object[] }).items ?? [],
    file: (await other.get(`/v1/service-requests/${id}/files/${fileId}`)).status,
    photos: ((await other.get(photosOf(id))).body as { photos?: object[] }).photos ?? [],
    photo: (await other.get(pictureOf(id, fileId))).status,
    added: (await send(other, id)).status,
  })
  await move('other@packhouse.example')
  expect(await seen()).toEqual({ files: [], file: 404, photos: [], photo: 404, added: 404 })
  // Staff do, and so does the one before where the machine comes back.
  expect((await download(app, staff, pictureOf(id, fileId))).status).toBe(200)
  await move('customer@packhouse.example')
  expect((await download(app, customer, pictureOf(id, fileId))).status).toBe(200)
})

test('staff see the photos of a machine that is not shared: the request was sent to them', async () => {
  const decide = (shared: boolean) =>
    customer.call('decideSharing', { body: { machine_ids: [ID], purpose: 'support', shared } })
  await decide(false)
  const id = await ask()
  const fileId = crypto.randomUUID()
  expect((await send(customer, id, fileId)).status).toBe(201)
  expect(await listed(staff, id)).toEqual([{ id: fileId, name: 'Jaw.jpg' }])
  expect((await download(app, staff, pictureOf(id, fileId))).status).toBe(200)
  await decide(true)
})

test('a request that a device sends again is one, and answered like the first time', async () => {
  const before = (await customer.call('machineRequests', { params: { id: ID } })).requests.length
  const entryId = crypto.randomUUID()
  const ids = await Promise.all([1, 2, 3].map(() => ask(customer, { entryId })))
  expect(new Set([...ids, await ask(customer, { entryId })]).size).toBe(1)
  const { requests } = await customer.call('machineRequests', { params: { id: ID } })
  expect(requests).toHaveLength(before + 1)
  // The id is that of one person and of one machine.
  const path = (id: string) => `/v1/ignition/machines/${id}/service-requests`
  expectProblem(await staff.post(path(ID), body({ entryId })), 'duplicate')
  expectProblem(await other.post(path('FLW-1204'), body({ entryId })), 'duplicate')
  expectProblem(await customer.post(path('PAL-0219'), body({ entryId })), 'duplicate')
})
