import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { png, pngChunk, pngOf, zip } from '../support/crafted-files.ts'
import { EVIL, FakeClamd } from '../support/fake-clamd.ts'
import { download, sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const clamd = await new FakeClamd().start()
afterAll(() => clamd.stop())
const app = useTestApp({ environment: { CLAMD_URL: `tcp://127.0.0.1:${clamd.port}` } })
const PLACE = '"GPS of the place"'

/** A picture that is red on its left half and blue on its right one. */
function picture(width = 600, height = 300) {
  const half = sharp({ create: { width: width / 2, height, channels: 3, background: 'red' } }).png()
  return half
    .toBuffer()
    .then((red) =>
      sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
        { input: red, left: 0, top: 0 },
      ]),
    )
}

async function send(caller: Caller, content: Buffer, name = 'me.jpg') {
  return await sendFile(app, caller, '/v1/me/photo', name, content, 'PUT')
}

async function setPhoto(caller: Caller): Promise<string> {
  const answer = await send(caller, await (await picture()).jpeg().toBuffer())
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { photoUrl: string }).photoUrl
}

async function shownOf(caller: Caller): Promise<string | null> {
  return (await caller.call('me')).user.profile.photoUrl
}

describe('a photo', () => {
  test('is stored as its middle square, upright, 256 pixels wide, as WebP without the metadata of the file', async () => {
    const customer = await app.as('customer')
    const turned = (await picture())
      .jpeg()
      .withExif({ IFD0: { ImageDescription: PLACE } })
      .withMetadata({ orientation: 6 })
    const answer = await send(customer, await turned.toBuffer())
    expect(answer.status, answer.text).toBe(200)
    const { photoUrl } = answer.body as { photoUrl: string }
    expect(photoUrl).toMatch(/^\/v1\/photos\/[\w-]{43}$/)
    const { content, headers } = await download(app, app.anonymous, photoUrl)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const { format, width, height, exif, orientation } = await sharp(content).metadata()
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'webp', width: 256, height: 256 })
    expect(content.includes(PLACE)).toBe(false)
    // Turned upright, what was on the left is at the top.
    const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    const colourAt = (row: number) => [...data.subarray((row * 256 + 128) * 3, (row * 256 + 128) * 3 + 3)]
    expect(colourAt(20)[0]).toBeGreaterThan(200)
    expect(colourAt(235)[2]).toBeGreaterThan(200)
  })

  test.each(['png', 'webp'] as const)('may be a %s', async (format) => {
    const answer = await send(
      await app.as('customer'),
      await (await picture()).toFormat(format).toBuffer(),
      `me.${format}`,
    )
    expect(answer.status, answer.text).toBe(200)
  })

  test('is shown to its owner and to those who may see the user, and an older address finds nothing', async () => {
    const customer = await app.as('customer')
    const first = await setPhoto(customer)
    const second = await setPhoto(customer)
    expect(second).not.toBe(first)
    expectProblem(await app.anonymous.get(first), 'not_found')
    expect((await app.anonymous.get(second)).status).toBe(200)
    expect(await shownOf(customer)).toBe(second)
    const { id } = (await customer.call('me')).user
    const seen = (await (await app.as('staff')).get(`/v1/users/${id}`)).body
    expect(seen).toMatchObject({ photoUrl: second })
    expect((await (await app.as('other')).get(`/v1/users/${id}`)).text).not.toContain(second)
  })

  test('can be removed, once and again', async () => {
    const other = await app.as('other')
    const address = await setPhoto(other)
    for (let time = 0; time < 2; time++) await other.call('removeMyPhoto')
    expect(await shownOf(other)).toBeNull()
    expectProblem(await app.anonymous.get(address), 'not_found')
  })
})

describe('refused with a reason is', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const jpeg = async () => await (await picture()).jpeg().toBuffer()
  const withComment = (text: string | Buffer) => async () => png(pngChunk('noTe', text))
  const withTail = async (tail: string) => Buffer.concat([await jpeg(), Buffer.from(tail, 'latin1')])

  test.each([
    ['an SVG', 'media_type_unsupported', /JPEG, PNG or WebP/, async () => Buffer.from(svg)],
    ['an SVG that is called a PNG', 'media_type_unsupported', /JPEG, PNG or WebP/, async () => Buffer.from(`\n${svg}`)],
    ['a GIF', 'media_type_unsupported', /image\/gif/, async () => await (await picture()).gif().toBuffer()],
    ['a TIFF', 'media_type_unsupported', /image\/tiff/, async () => await (await picture()).tiff().toBuffer()],
    ['a page', 'media_type_unsupported', /no known kind/, async () => Buffer.from('<html><script>1</script></html>')],
    [
      'a picture and a page',
      'file_refused',
      /25 bytes that do not belong to it/,
      () => withTail('<script>alert(1)</script>'),
    ],
    ['a picture with a script', 'file_refused', /also a page or a script/, withComment('<script>alert(1)</script>')],
    ['a picture with a PDF', 'file_refused', /also a PDF/, withComment('%PDF-1.7\n')],
    ['a picture with an archive', 'file_refused', /also an archive/, withComment(zip({ 'a.txt': 'a' }))],
    ['a picture that the virus scanner knows', 'file_refused', /found Test\.Evil-1/, withComment(EVIL)],
    [
      'a bomb of pixels',
      'invalid_request',
      /60000 x 60000 pixels.*at most 50 million/,
      async () => pngOf(60_000, 60_000),
    ],
    ['a picture that ends too soon', 'invalid_request', /damaged/, async () => (await jpeg()).subarray(0, 900)],
    ['a picture of nothing', 'invalid_request', /damaged/, async () => pngOf(600, 600)],
    ['an empty file', 'invalid_request', /empty/, async () => Buffer.alloc(0)],
    ['a large file', 'body_too_large', /10 MiB/, async () => Buffer.alloc(10 * 1024 * 1024 + 1)],
  ] as const)('%s', async (_, code, words, content) => {
    const staff = await app.as('staff')
    expect(expectProblem(await send(staff, await content(), 'me.png'), code).detail).toMatch(words)
    expect(await shownOf(staff)).toBeNull()
  })

  test('a photo while another one of the same user is still coming in', async () => {
    const staff = await app.as('staff')
    const photo = await (await picture()).jpeg().toBuffer()
    const headers = {
      ...(await staff.headers()),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 9_999,
    }
    const slow = request({ port: app.port, host: '127.0.0.1', path: '/v1/me/photo', method: 'PUT', headers })
    slow.on('error', () => undefined)
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n'
    await new Promise((resolve) => slow.write(head, resolve))
    // Answered after the head has come in: the place is taken then.
    await staff.call('me')
    expect(expectProblem(await send(staff, photo), 'unavailable').detail).toMatch(/Try again in a moment/)
    slow.destroy()
    await until('the place free', async () => (await send(staff, photo)).status === 200)
    await staff.call('removeMyPhoto')
  })

  test('what is no form', async () => {
    const staff = await app.as('staff')
    expectProblem(await staff.request('/v1/me/photo', { method: 'PUT', body: {} }), 'media_type_unsupported')
  })
})

describe('where a virus scanner is set', () => {
  let path = ''
  const attach = async (content: string) =>
    await sendFile(app, await app.as('staff'), path, 'notes.txt', Buffer.from(content))
  const importCsv = async (text: string) => {
    const headers = await (await app.as('staff')).headers()
    const sent = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' } as Record<string, string>,
      body: text,
    }
    const answer = await fetch(`${app.url}/v1/customers/import?dryRun=true`, sent)
    return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail }
  }
  const refused = async () => (await (await app.as('staff')).call('refusalCounts')).refused

  beforeAll(async () => {
    const [customer] = await app.sql<{ id: string }>('SELECT id FROM customer LIMIT 1')
    path = `/v1/customers/${customer?.id}/files`
  })

  test('every file is sent to it before it is stored, and what it finds is refused by its name', async () => {
    const before = clamd.scanned.length
    expect((await attach('clean')).status).toBe(201)
    expect(clamd.scanned.slice(before).map(String)).toEqual(['clean'])
    const found = expectProblem(await attach(`has ${EVIL}`), 'file_refused')
    expect(found.detail).toContain('Test.Evil-1')
    expect(await importCsv(`code,name\nA,${EVIL}\n`)).toMatchObject({
      status: 422,
      detail: expect.stringContaining('Test.Evil-1'),
    })
    const { text } = await (await app.as('staff')).get('/v1/customers/export')
    expect(await importCsv(text)).toMatchObject({ status: 200 })
    expect((await refused())['file.virus']).toBeGreaterThanOrEqual(2)
  })

  test('while it does not answer nothing is stored, and health shows it', async () => {
    const stored = async () => await readdir(join(app.dataDir, 'files'))
    const before = await stored()
    await clamd.stop()
    const problem = expectProblem(await attach('clean'), 'unavailable')
    expect(problem).toMatchObject({ retryAfter: 5, detail: expect.stringContaining('virus scanner does not answer') })
    expectProblem(await send(await app.as('staff'), png()), 'unavailable')
    expect((await importCsv('code,name\nA,B\n')).status).toBe(503)
    expect(await stored()).toEqual(before)
    const health = async () => (await app.anonymous.call('health')).scanner.status
    await until('health to show it', async () => (await health()) === 'attention')
    await clamd.start()
    await until('files taken again', async () => (await attach('clean')).status === 201)
    await until('health as before', async () => (await health()) === 'ok')
  })
})
