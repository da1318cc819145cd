import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type AttachedFile, MAX_FILE_BYTES, type ProblemCode, permissionDescriptions } from '@packhouse/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles } from '../../src/engine/resource/files/sweep-files.ts'
import { Database } from '../../src/platform/database.ts'
import { FileFolder } from '../../src/platform/file-folder.ts'
import { FolderStore } from '../../src/platform/object-store/folder-store.ts'
import { type Caller, pathOf } from '../support/caller.ts'
import { pdf, png, TEST_VIRUS } from '../support/crafted-files.ts'
import { download, sendFile } from '../support/form.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { ask, must, type Page, type Row, type Verb } from './support/ask.ts'
import { auditOf } from './support/audit.ts'
import { mainPlaces, type Place } from './support/places.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

const PDF = pdf()
const PNG = png()

const withFiles = mainPlaces.filter(({ resource }) => resource.traits.files)
/** What is sent is looked at by one function for all, before any row: two resources show that. */
const exemplaryWithFiles = withFiles.slice(0, 2)

function pathTo(place: Place, verb: Verb, row: { id: string }, fileId = ''): string {
  const call = place.calls[verb]
  if (call === undefined) throw new Error(`${place.path} has no ${verb}.`)
  return pathOf(call, { params: { id: row.id, fileId } })
}

async function attach(place: Place, row: Row, name = 'drawing.pdf', content = PDF): Promise<AttachedFile> {
  const answer = await sendFile(app, await maker.staff(), pathTo(place, 'attachFile', row), name, content)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as AttachedFile
}

async function filesOf(place: Place, row: Row): Promise<unknown[]> {
  return (await must<Page>(await maker.staff(), place, 'files', { params: { id: row.id } })).items
}

async function contents(): Promise<string[]> {
  return await readdir(join(app.dataDir, 'files'))
}

test('some resource has files', () => {
  expect(withFiles).not.toEqual([])
})

describe.each(withFiles.map((place) => [place.path, place] as const))('the files of a row of %s', (_, place) => {
  const { resource } = place

  test('are listed newest first, and come back byte for byte as a download', async () => {
    const { user } = await (await maker.staff()).call('me')
    const staff = await maker.staff()
    const row = await maker.create(resource)
    const file = await attach(place, row, 'Zeichnung Ω 7.pdf')
    const image = await attach(place, row, 'foto.PNG', PNG)
    expect(file).toMatchObject({ contentType: 'application/pdf', size: PDF.length, createdBy: user.id })
    expect(file.sha256).toBe(createHash('sha256').update(PDF).digest('hex'))
    expect(image.contentType).toBe('image/png')
    expect(await filesOf(place, row)).toEqual([image, file])
    const { status, headers, content } = await download(app, staff, pathTo(place, 'getFile', row, file.id))
    expect(status).toBe(200)
    expect(content.equals(PDF)).toBe(true)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Zeichnung%20%CE%A9/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await download(app, staff, pathTo(place, 'getFile', row, file.id), known)).status).toBe(304)
  })

  test('are reported by the history of the row', async () => {
    const row = await maker.create(resource)
    const file = await attach(place, row)
    await must(await maker.staff(), place, 'removeFile', { params: { id: row.id, fileId: file.id } })
    const entries = (await auditOf(app, row.id)).slice(-2)
    expect(entries.map(({ action, before, after }) => [action, before?.file, after?.file])).toEqual([
      ['attach-file', null, 'drawing.pdf'],
      ['delete-file', 'drawing.pdf', null],
    ])
  })

  test('can be deleted, and brought back as they were', async () => {
    const staff = await maker.staff()
    const row = await maker.create(resource)
    const file = await attach(place, row)
    const params = { id: row.id, fileId: file.id }
    expectProblem(await ask(staff, place, 'restoreFile', { params }), 'not_found')
    expect((await ask(staff, place, 'removeFile', { params })).status).toBe(204)
    expect(await filesOf(place, row)).toEqual([])
    for (const verb of ['getFile', 'removeFile'] as const)
      expectProblem(await ask(staff, place, verb, { params }), 'not_found')
    expect(await must(staff, place, 'restoreFile', { params })).toEqual(file)
    expect(await filesOf(place, row)).toEqual([file])
  })

  test('belong to that row alone', async () => {
    const staff = await maker.staff()
    const [row, other] = [await maker.create(resource), await maker.create(resource)]
    const file = await attach(place, row)
    const params = { id: other.id, fileId: file.id }
    for (const verb of ['getFile', 'removeFile', 'restoreFile'] as const) {
      expectProblem(await ask(staff, place, verb, { params }), 'not_found')
    }
    expect(await filesOf(place, other)).toEqual([])
  })

  test('go with a row that is removed for good, and their content with them', async () => {
    const staff = await maker.staff()
    const row = await maker.create(resource)
    const file = await attach(place, row)
    const verb = resource.traits.softDelete ? 'force' : 'remove'
    expect((await ask(staff, place, verb, { params: { id: row.id } })).status).toBe(204)
    expect(await app.sql('SELECT FROM attached_file WHERE id = $1', [file.id])).toEqual([])
    expect(await contents()).toContain(file.id)
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    await utimes(join(app.dataDir, 'files', file.id), longAgo, longAgo)
    await sweep()
    expect(await contents()).not.toContain(file.id)
  })

  const isExemplary = exemplaryWithFiles.includes(place)

  test.runIf(isExemplary).each<[what: string, name: string, content: Buffer, code: ProblemCode]>([
    ['empty', 'empty.pdf', Buffer.alloc(0), 'invalid_request'],
    ['of an unknown kind', 'tool.exe', Buffer.from('MZ\x90\0'), 'media_type_unsupported'],
    ['a drawing that can hold a script', 'plan.svg', Buffer.from('<svg onload="alert(1)"/>'), 'media_type_unsupported'],
    [
      'a page that calls itself a picture',
      'photo.png',
      Buffer.from('<script>alert(1)</script>'),
      'media_type_unsupported',
    ],
    ['a picture that calls itself a document', 'offer.pdf', PNG, 'media_type_unsupported'],
    [
      'a picture with a page behind it',
      'photo.png',
      Buffer.concat([PNG, Buffer.from('<script>1</script>')]),
      'file_refused',
    ],
    ['a document with a script', 'offer.pdf', pdf(['<< /OpenAction << /S /JavaScript /JS (1) >> >>']), 'file_refused'],
    ['the test virus', 'notes.txt', Buffer.from(TEST_VIRUS), 'file_refused'],
    ['text that is not text', 'notes.txt', Buffer.from([0x61, 0x00, 0xff]), 'media_type_unsupported'],
    ['named by a path', '../../etc/passwd.pdf', PDF, 'invalid_request'],
    ['named by a path of Windows', '..\\..\\boot.pdf', PDF, 'invalid_request'],
    ['named so that it reads like another', 'offer\u202Efdp.exe.pdf', PDF, 'invalid_request'],
    ['without a name', '', PDF, 'invalid_request'],
    ['named too long', `${'x'.repeat(300)}.pdf`, PDF, 'invalid_request'],
  ])('are refused where one is %s, and nothing stays of it', async (_what, name, content, code) => {
    const row = await maker.create(resource)
    const before = await contents()
    const path = pathTo(place, 'attachFile', row)
    expectProblem(await sendFile(app, await maker.staff(), path, name, content), code)
    expect(await filesOf(place, row)).toEqual([])
    expect(await contents()).toEqual(before)
  })

  test.runIf(isExemplary)('come in a form and in nothing else', async () => {
    const row = await maker.create(resource)
    const staff = await maker.staff()
    expectProblem(await ask(staff, place, 'attachFile', { params: { id: row.id } }), 'invalid_request')
    expectProblem(await ask(staff, place, 'attachFile', { params: { id: row.id }, body: {} }), 'media_type_unsupported')
  })
})

test('a second file in a form, or a form that is broken off, is refused, and nothing stays of it', async () => {
  const place = withFiles[0]
  if (place === undefined) throw new Error('No resource has files.')
  const row = await maker.create(place.resource)
  const before = await contents()
  const path = pathTo(place, 'attachFile', row)
  const part = (name: string) =>
    Buffer.concat([
      Buffer.from(
        `--cut\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      PDF,
      Buffer.from('\r\n'),
    ])
  const send = async (body: Buffer) => {
    const headers = {
      ...((await (await maker.staff()).headers()) as Record<string, string>),
      'content-type': 'multipart/form-data; boundary=cut',
    }
    return await fetch(`${app.url}${path}`, { method: 'POST', headers, body: new Uint8Array(body) })
  }
  const two = await send(Buffer.concat([part('one.pdf'), part('two.pdf'), Buffer.from('--cut--\r\n')]))
  expect(await two.json()).toMatchObject({ status: 400, detail: 'Send one file at a time; nothing was stored.' })
  const brokenOff = await send(part('one.pdf'))
  expect(await brokenOff.json()).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await filesOf(place, row)).toEqual([])
  expect(await contents()).toEqual(before)
})

test('a file holds at most 25 MiB', async () => {
  const place = withFiles[0]
  if (place === undefined) throw new Error('No resource has files.')
  const row = await maker.create(place.resource)
  const before = await contents()
  const path = pathTo(place, 'attachFile', row)
  const large = Buffer.concat([PDF, Buffer.alloc(MAX_FILE_BYTES - PDF.length + 1, 0x20)])
  const problem = expectProblem(await sendFile(app, await maker.staff(), path, 'large.pdf', large), 'body_too_large')
  expect(problem.detail).toContain('25 MiB')
  expect(await contents()).toEqual(before)
  const answer = await sendFile(app, await maker.staff(), path, 'large.pdf', large.subarray(0, MAX_FILE_BYTES))
  expect(answer.status, answer.text).toBe(201)
})

/** Somebody of one customer whose role was given everything by mistake: only the row scope is left. */
let insider: Caller

beforeAll(async () => {
  insider = await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')
})

test("a customer's user reads the files of the own rows, and a foreign file looks like a missing one", async () => {
  const place = withFiles.find(({ resource }) => resource.table === 'customer')
  if (place === undefined) throw new Error('Customers have no files.')
  const rows = await app.sql<{ id: string; code: string }>('SELECT id, code FROM customer')
  const row = (code: string) => rows.find((candidate) => candidate.code === code) as unknown as Row
  const [own, foreign] = [await attach(place, row('NORDFJELL')), await attach(place, row('BALTIC'))]
  expect((await download(app, insider, pathTo(place, 'getFile', row('NORDFJELL'), own.id))).status).toBe(200)
  const missing = { params: { id: '00000000-0000-7000-8000-000000000000', fileId: foreign.id } }
  for (const verb of ['getFile', 'removeFile', 'files'] as const) {
    const answer = await ask(insider, place, verb, { params: { id: row('BALTIC').id, fileId: foreign.id } })
    expectProblem(answer, 'not_found')
    expect(withoutInstance(answer)).toBe(withoutInstance(await ask(insider, place, verb, missing)))
  }
  // Behind the query is the row scope: it hides the foreign file from the bare table too.
  const seen = await inScopeOf(row('NORDFJELL').id)
  expect(seen).toContain(own.id)
  expect(seen).not.toContain(foreign.id)
})

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(app.databaseUrl, pino({ level: 'silent' }))
  return await work(database).finally(() => database.stop())
}

async function inScopeOf(customerId: string): Promise<string[]> {
  const all = sql<{ id: string }>`SELECT id FROM attached_file`
  const { rows } = await withDatabase((database) => database.inScope({ customerId }, (db) => all.execute(db)))
  return rows.map(({ id }) => id)
}

function folderOf(path: string): FileFolder {
  return new FileFolder(new FolderStore(path), path, pino({ level: 'silent' }))
}

async function sweep(): Promise<void> {
  await withDatabase((database) => sweepFiles(database, folderOf(join(app.dataDir, 'files'))))
}
