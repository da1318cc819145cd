import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { download } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'
import { PDF, PublicRows } from './public-rows.ts'

/** More than the other tests open of one link. */
const PER_LINK = 200
const app = useTestApp({
  environment: { PUBLIC_PAGES_PER_ADDRESS: '1000000', PUBLIC_PAGES_PER_LINK: String(PER_LINK) },
})
let staff: Caller
const rows = new LibraryRows(() => staff)
const pages = new PublicRows(app, () => staff)
const [OWN, FOREIGN] = ['VFFS-2214', 'FLW-1204'] as const
let model: Row
let own = { id: '', token: '' }
let foreign = { id: '', token: '' }

beforeAll(async () => {
  staff = await app.as('staff')
  model = await rows.machine(await rows.type(), { name: 'Fjord <Bagger>' })
  await app.sql(
    `UPDATE machine SET configuration_id = $1, serial = 'SN "7"', commissioned_at = '2020-05-01' WHERE machine_id = $2`,
    [model.model, OWN],
  )
  own = await pages.machine(OWN)
  foreign = await pages.machine(FOREIGN)
})

/** The addresses of the documents on a page, in their order. */
const addresses = (text: string) =>
  [...text.matchAll(/href="(\/m\/[^"]+\/documents\/[^"?]+)"/g)].map(([, path]) => path ?? '')

describe('the page of a machine', () => {
  test('shows nameplate, declaration and instructions of the machine and its model to everybody, and nothing else', async () => {
    const ofModel = { libraryMachineId: model.id }
    await pages.add({ ...ofModel, title: 'Manual of the model' })
    await pages.add({ machineId: own.id, kind: 'ceDeclaration', title: 'Declaration of the machine' })
    await pages.add({ ...ofModel, title: 'Manual for customers', visibility: 'customer' })
    await pages.add({ machineId: own.id, title: 'Manual for staff', visibility: 'internal' })
    await pages.add({ machineId: foreign.id, title: 'Manual of another machine' })
    const { status, text, headers } = await pages.page(own.token)
    expect(status).toBe(200)
    for (const words of ['Fjord &lt;Bagger&gt;', 'SN &quot;7&quot;', '1 May 2020', OWN, String(model.model)]) {
      expect(text).toContain(words)
    }
    for (const words of ['Manual of the model', 'Declaration of the machine']) expect(text).toContain(words)
    for (const words of ['for customers', 'for staff', 'another machine', 'Nordfjell', 'Bergen', own.id, model.id]) {
      expect(text).not.toContain(words)
    }
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['cache-control']).toBe('public, no-cache')
    expect(headers.vary).toContain('accept-language')
    const again = await app.anonymous.get(`/m/${own.token}`, { 'accept-language': 'en', 'if-none-match': headers.etag })
    expect([again.status, again.text]).toEqual([304, ''])
    const german = await app.anonymous.get(`/m/${own.token}`, {
      'accept-language': 'de',
      'if-none-match': headers.etag,
    })
    expect(german.status).toBe(200)
    expect((await app.anonymous.request(`/m/${own.token}`, { method: 'HEAD' })).status).toBe(200)
  })

  test('answers a guessed token, a made-up one, and one of a machine that belongs to nobody alike', async () => {
    await app.sql(`INSERT INTO machine (machine_id) VALUES ('UNCLAIMED-1')`)
    const unclaimed = await pages.machine('UNCLAIMED-1')
    const texts = new Set<string>()
    for (const token of [unclaimed.token, 'A'.repeat(22), 'x', OWN, encodeURIComponent("' OR 1=1 --")]) {
      for (const tail of ['', '/paper', `/documents/${own.id}/${own.id}`]) {
        const { status, text, headers } = await pages.page(token, 'en', tail)
        expect([token, tail, status, headers['cache-control']]).toEqual([token, tail, 404, 'no-store'])
        texts.add(text)
      }
    }
    expect(texts.size).toBe(1)
  })
})

describe('documents', () => {
  const section = (text: string, heading: string) => text.split(heading)[1]?.split('</section>')[0] ?? ''

  test('come in the language of the reader first, in others below, and in the chosen one', async () => {
    const { id, token } = await pages.machine('VFFS-2215')
    for (const language of ['de', 'en', 'nb-NO', 'pl'])
      await pages.add({ machineId: id, language, title: `M ${language}` })
    const first = (text: string) => /<span class="title">(M [\w-]+)</.exec(text)?.[1]
    const german = await pages.page(token, 'fr-FR, de-AT;q=0.9, en;q=0.1')
    expect(german.text).toContain('<html lang="de">')
    expect(first(section(german.text, 'Betriebsanleitung</h2>'))).toBe('M de')
    // Words are in a language that the page has; the document is in that of the reader.
    const norwegian = await pages.page(token, 'nn, en;q=0.5')
    expect(norwegian.text).toContain('<html lang="en">')
    expect(first(section(norwegian.text, 'Instructions for use</h2>'))).toBe('M nb-NO')
    expect(section(norwegian.text, 'In other languages')).toContain('M pl')
    expect(first((await pages.page(token, 'de', '?lang=pl')).text)).toBe('M pl')
    const none = await pages.page(token, 'fi')
    expect(none.text).toContain('There is no document in your language.')
    expect((await pages.page(token, 'en', '?lang=%22%3E%3Cscript%3E')).text).not.toContain('><script>')
  })

  test('of an earlier revision say so and lead to the newest', async () => {
    const { id, token } = await pages.machine('FLW-0871')
    const first = await pages.add({ machineId: id, revision: 'A' })
    const second = await pages.add({ machineId: id, revision: 'B', supersedesId: first.id })
    const third = await pages.add({ machineId: id, revision: 'C', supersedesId: second.id })
    // One that has no file yet takes nobody's place.
    await rows.must('POST', '/v1/machine-documents', {
      ...{ machineId: id, kind: 'manual', title: 'Manual', language: 'en', revision: 'D', visibility: 'public' },
      supersedesId: third.id,
    })
    const { text } = await pages.page(token)
    const found = addresses(section(text, 'Instructions for use</h2>')).map((path) => path.split('/')[4])
    expect(found.slice(0, 1)).toEqual([third.id])
    const older = section(text, '2 earlier revisions')
    expect(older.match(/Superseded/g)).toHaveLength(2)
    expect(older.match(new RegExp(`/documents/${third.id}/[^"]+">Open the newest revision, C`, 'g'))).toHaveLength(2)
    const [file] = await pages.filesOf(first.id)
    const answer = await app.anonymous.get(`/m/${token}/documents/${first.id}/${file?.id}`)
    expect([answer.status, answer.headers.link]).toEqual([200, `</m/${token}>; rel="latest-version"`])
  })

  test('open in place or as a download with their name, and only at the page that shows them', async () => {
    const { id, token } = await pages.machine('FLW-0933')
    const document = await pages.add({ machineId: id })
    const closed = await pages.add({ machineId: id, title: 'Closed', visibility: 'customer' })
    const [file] = await pages.filesOf(document.id)
    const [secret] = await pages.filesOf(closed.id)
    const path = `/m/${token}/documents/${document.id}/${file?.id}`
    const opened = await download(app, app.anonymous, path)
    expect([opened.status, opened.content]).toEqual([200, PDF])
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''manual.pdf",
      'content-length': String(PDF.length),
      'content-language': 'en',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    })
    const etag = opened.headers.get('etag') ?? ''
    expect((await app.anonymous.get(path, { 'if-none-match': etag })).status).toBe(304)
    const head = await app.anonymous.request(path, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(PDF.length), ''])
    const stored = await download(app, app.anonymous, `${path}?download`)
    expect(stored.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''manual.pdf")
    for (const elsewhere of [
      `/m/${own.token}/documents/${document.id}/${file?.id}`,
      `/m/${token}/documents/${closed.id}/${secret?.id}`,
      `/m/${token}/documents/${document.id}/${secret?.id}`,
      `/m/${token}/documents/${document.id}/x`,
    ]) {
      const answer = await app.anonymous.get(elsewhere)
      expect([elsewhere, answer.status, answer.headers['cache-control']]).toEqual([elsewhere, 404, 'no-store'])
    }
    // A text in place would be what its sender makes of it.
    const text = await pages.send({ machineId: id, title: 'Text' }, 'read.txt', Buffer.from('Read me'))
    const [readme] = await pages.filesOf((text.body as Row).id)
    const answer = await app.anonymous.get(`/m/${token}/documents/${(text.body as Row).id}/${readme?.id}`)
    expect(answer.headers['content-disposition']).toMatch(/^attachment/)
  })

  test('are answered once where the reader leaves in the middle', async () => {
    const { id, token } = await pages.machine('FLW-0933')
    const large = Buffer.concat([PDF.subarray(0, -6), Buffer.alloc(8 * 1024 * 1024, '%'), PDF.subarray(-6)])
    const { body } = await pages.send({ machineId: id, title: 'Large' }, 'large.pdf', large)
    const document = (body as Row).id
    const [file] = await pages.filesOf(document)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${app.url}/m/${token}/documents/${document}/${file?.id}`, resolve).on('error', reject)
    })
    expect(answer.statusCode).toBe(200)
    answer.destroy()
    // A second answer would be an error in the log, which the end of this file looks for.
    expect((await pages.page(token)).status).toBe(200)
  })

  test('stay online when the machine is retired or its customer gone', async () => {
    const { id, token } = await pages.machine('FLW-0933')
    await app.sql(`UPDATE machine SET deleted_at = now() WHERE id = $1`, [id])
    expect(addresses((await pages.page(token)).text)).not.toEqual([])
    await app.sql(`UPDATE machine SET deleted_at = NULL, customer_id = NULL, location_id = NULL WHERE id = $1`, [id])
    expect(addresses((await pages.page(token)).text)).not.toEqual([])
  })
})

describe('labels', () => {
  const ask = async (machineID: string) => await app.anonymous.call('publicPageOfLabel', { query: { machineID } })
  const nothing = { token: null }

  test('of before lead to the page by the machine ID, those of other machines do not, and none while nothing is public', async () => {
    expect(await ask(OWN)).toEqual(nothing)
    expect(await ask('NEVER-1')).toEqual(nothing)
    await app.sql('UPDATE machine_page SET has_old_label = true WHERE machine_id = $1', [own.id])
    expect(await ask(OWN)).toEqual({ token: own.token })
    const quiet = 'FLW-1205'
    await app.sql(
      'UPDATE machine_page SET has_old_label = true WHERE machine_id = (SELECT id FROM machine WHERE machine_id = $1)',
      [quiet],
    )
    expect(await ask(quiet)).toEqual(nothing)
  })

  test('have a token that whoever sees the machine gets, and no two machines share', async () => {
    const customer = await app.as('customer')
    expect(await customer.call('publicPageOfMachine', { params: { id: OWN } })).toEqual({ token: own.token })
    expectProblem(await customer.get(`/v1/ignition/machines/${FOREIGN}/public-page`), 'not_found')
    const [counted] = await app.sql<{ all: number; different: number }>(
      'SELECT count(*)::int AS all, count(DISTINCT p.token)::int AS different FROM machine m LEFT JOIN machine_page p ON p.machine_id = m.id',
    )
    expect(counted?.all).toBe(counted?.different)
  })
})

test('the pages of one link are bounded, whoever opens them, and those of another are not', async () => {
  const { token } = await pages.machine('FLW-1205')
  const statuses: number[] = []
  for (let n = 0; n <= PER_LINK; n++) statuses.push((await pages.page(token)).status)
  expect(statuses.indexOf(429)).toBe(PER_LINK)
  expect((await pages.page(own.token)).status).toBe(200)
})
