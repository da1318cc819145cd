import { acceptanceTests, type PromiseReportData, promises } from '@packhouse/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { dataOfDocument, publishDataTemplate } from '../support/document-data.ts'
import { sendFile } from '../support/form.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
/** As many as one document has. */
const MOST = 12
const app = useTestApp()
let staff: Caller
let machineId = ''
let promiseId = ''
let templateId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
  machineId = machine?.id ?? ''
  const made = await staff.post(promises.calls.create.path, {
    ...{ machineId, name: 'Layers', figure: 12, unit: 'per min' },
  })
  promiseId = (made.body as { id: string }).id
  templateId = await publishDataTemplate(staff, 'promiseReport')
})

/** No two are alike: a document has a picture once. */
let taken = 0
const photo = async () => {
  taken += 1
  const background = { r: taken * 10, g: 90, b: 120 }
  return await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Records a test with photos. @returns its id */
async function tested(kind: 'factory' | 'site', names: readonly string[]): Promise<string> {
  const fields = { machineId, kind, testedOn: '2026-03-01', product: 'Salmon', results: [{ promiseId, value: 11 }] }
  const made = await staff.post(acceptanceTests.calls.create.path, fields)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body as { id: string }
  for (const name of names) await attach(id, name, await photo())
  return id
}

async function attach(testId: string, name: string, content: Buffer): Promise<void> {
  const path = acceptanceTests.calls.attachFile.path.replace('{id}', testId)
  expect((await sendFile(app, staff, path, name, content)).status).toBe(201)
}

async function reportFor(caller: Caller): Promise<{ status: number; bytes: Buffer }> {
  return await caller.post('/v1/pdf/generate', { type: 'promiseReport', id: ID, locale: 'en', timeZone: 'UTC' })
}

async function dataFor(caller: Caller): Promise<PromiseReportData> {
  const answer = await caller.post('/v1/pdf/generate', { templateId, id: ID, locale: 'en' })
  expect(answer.status, answer.text.slice(0, 200)).toBe(200)
  return dataOfDocument(answer.text) as PromiseReportData
}

/** JPEG as it was drawn: any other picture is stored pixel by pixel. */
const picturesIn = (pdf: Buffer) => pdf.toString('latin1').split('/DCTDecode').length - 1

test('a report without photos has no part for them', async () => {
  expect(await dataFor(staff)).toMatchObject({ photos: [], photosLeftOut: null })
})

test('photos of the tests that a report names are in it, with what they were taken of and when, and what is no picture is not', async () => {
  const factory = await tested('factory', ['Layers 1.jpg'])
  const site = await tested('site', ['Layers 2.jpg'])
  await attach(site, 'Minutes.txt', Buffer.from('No picture'))
  const { photos, photosLeftOut } = await dataFor(staff)
  expect(photos.map(({ caption }) => caption)).toEqual(['Layers 1', 'Layers 2'])
  expect(photos[0]?.about).toMatch(/^Factory acceptance test, 1 March 2026, added \d+ \w+ \d{4} at \d\d:\d\d$/)
  expect(photos[1]?.about).toMatch(/^Site acceptance test, 1 March 2026, added /)
  expect(photosLeftOut).toBeNull()
  const { status, bytes } = await reportFor(staff)
  expect(status).toBe(200)
  expect(picturesIn(bytes)).toBe(2)
  // A test that was deleted, or replaced by a newer one, is named no more.
  await tested('factory', [])
  expect((await dataFor(staff)).photos.map(({ caption }) => caption)).toEqual(['Layers 2'])
  expect(factory).not.toBe(site)
})

test('who may not read acceptance tests has a report without their photos', async () => {
  const customer = await app.as('customer')
  await tested('site', ['Layers 3.jpg'])
  const { status, bytes } = await reportFor(customer)
  expect(status).toBe(200)
  expect(picturesIn(bytes)).toBe(0)
})

test('a report has a bounded number of photos and says how many there are beside them', async () => {
  const names = Array.from({ length: MOST + 2 }, (_, n) => `Layers ${n + 10}.jpg`)
  await tested('site', names)
  const { photos, photosLeftOut } = await dataFor(staff)
  expect(photos.map(({ caption }) => `${caption}.jpg`)).toEqual(names.slice(0, MOST))
  expect(photosLeftOut).toBe('2 more photos are stored with the tests.')
  const { bytes } = await reportFor(staff)
  expect(picturesIn(bytes)).toBe(MOST)
})
