import type { AttachedFile } from '@packhouse/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import * as crafted from '../support/crafted-files.ts'
import { download, sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
const PLACE = '"GPS of the place"'
let staff: Caller
let machine: Row
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
  machine = await rows.machine(await rows.type())
})

const filesOf = ({ id }: Row) => `/v1/machine-library/machines/${id}/files`
const pathOf = ({ id }: Pick<Row, 'id'>, file: Pick<AttachedFile, 'id'>, size = 'small') =>
  `/v1/machine-library/machines/${id}/images/${file.id}?size=${size}`

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
}

async function attach(name: string, content: Buffer): Promise<AttachedFile> {
  const answer = await sendFile(app, staff, filesOf(machine), name, content)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as AttachedFile
}

/** The width and the height of an answered image. */
async function shapeOf(file: AttachedFile, size: string): Promise<[string, number, number]> {
  const { status, content } = await download(app, staff, pathOf(machine, file, size))
  expect(status, content.toString()).toBe(200)
  const { format, width, height } = await sharp(content).metadata()
  return [format, width, height]
}

test('an image is redrawn in three sizes as WebP, upright and without metadata', async () => {
  const lying = plain(2000, 1000)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: PLACE } })
    .withMetadata({ orientation: 6 })
  const file = await attach('side.jpg', await lying.toBuffer())
  expect(await shapeOf(file, 'small')).toEqual(['webp', 160, 320])
  expect(await shapeOf(file, 'medium')).toEqual(['webp', 480, 960])
  // Turned upright it is 1000 pixels wide: it is never enlarged.
  expect(await shapeOf(file, 'large')).toEqual(['webp', 1000, 2000])
  const { content, headers } = await download(app, staff, pathOf(machine, file, 'large'))
  const { exif, orientation } = await sharp(content).metadata()
  expect([exif, orientation, content.includes(PLACE)]).toEqual([undefined, undefined, false])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: `"${file.sha256}-large"`,
  })
})

test.each(['png', 'webp'] as const)('a %s is an image, also a narrow or a flat one', async (format) => {
  const column = await attach(`column.${format}`, await plain(20, 9_000).toFormat(format).toBuffer())
  expect(await shapeOf(column, 'small')).toEqual(['webp', 1, 640])
  const line = await attach(`line.${format}`, await plain(9_000, 2).toFormat(format).toBuffer())
  expect(await shapeOf(line, 'small')).toEqual(['webp', 160, 1])
})

test('an image that is known already is not sent again; each size has a tag of its own', async () => {
  const file = await attach('front.png', await plain(300, 200).png().toBuffer())
  const [small, medium] = await Promise.all(
    ['small', 'medium'].map((size) => download(app, staff, pathOf(machine, file, size))),
  )
  const known = { 'if-none-match': small?.headers.get('etag') ?? '' }
  const again = await download(app, staff, pathOf(machine, file, 'small'), known)
  expect([again.status, again.content.length]).toEqual([304, 0])
  expect((await download(app, staff, pathOf(machine, file, 'medium'), known)).status).toBe(200)
  expect(small?.headers.get('etag')).not.toBe(medium?.headers.get('etag'))
  const repeated = await download(app, staff, pathOf(machine, file, 'small'))
  expect(repeated.content.equals(small?.content ?? Buffer.alloc(0))).toBe(true)
})

test('what is no image, is damaged or asks for another size is refused in words', async () => {
  const png = await plain(300, 200).png().toBuffer()
  const refused = async (name: string, content: Buffer) => await staff.get(pathOf(machine, await attach(name, content)))
  const text = expectProblem(await refused('notes.txt', Buffer.from('Notes')), 'media_type_unsupported')
  expect(text.detail).toMatch(/^notes\.txt is text\/plain\. Only JPEG, PNG and WebP/)
  expectProblem(await refused('moving.gif', await plain(9, 9).gif().toBuffer()), 'media_type_unsupported')
  const broken = crafted.png(crafted.pngChunk('IDAT', 'no pixels'))
  expect(expectProblem(await refused('broken.png', broken), 'invalid_request').detail).toMatch(/damaged/)
  const bomb = expectProblem(await refused('bomb.png', crafted.pngOf(60_000, 60_000)), 'invalid_request')
  expect(bomb.detail).toMatch(/60000 x 60000 pixels/)
  const file = await attach('fine.png', png)
  for (const size of ['huge', '']) expectProblem(await staff.get(pathOf(machine, file, size)), 'invalid_request')
})

test('an image belongs to its machine, goes with its file, and is for who may read the library', async () => {
  const file = await attach('own.png', await plain(300, 200).png().toBuffer())
  expect((await staff.get(pathOf(machine, file))).status).toBe(200)
  const another = await rows.machine(await rows.type())
  expectProblem(await staff.get(pathOf(another, file)), 'not_found')
  expectProblem(await (await app.as('customer')).get(pathOf(machine, file)), 'permission_missing')
  expectProblem(await app.anonymous.get(pathOf(machine, file)), 'not_signed_in')
  await rows.must('DELETE', `${filesOf(machine)}/${file.id}`)
  expectProblem(await staff.get(pathOf(machine, file)), 'not_found')
})
