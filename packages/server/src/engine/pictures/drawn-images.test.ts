import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { AttachedFile } from '@packhouse/contract'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileFolder } from '../../platform/file-folder.ts'
import { FolderStore } from '../../platform/object-store/folder-store.ts'
import { Refusals } from '../../platform/refusals.ts'
import { DrawnImages } from './drawn-images.ts'

let folder = ''
let files: FileFolder

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-images-'))
  files = new FileFolder(new FolderStore(folder), folder, pino({ level: 'silent' }))
  await files.prepare()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function store(content: Buffer): Promise<AttachedFile> {
  const incoming = await files.receive(Readable.from([content]))
  const id = randomUUID()
  await files.keep(incoming, id)
  return { id, name: 'a.png', contentType: 'image/png', ...incoming, createdAt: '', createdBy: null }
}

const picture = async () =>
  await store(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )

function make(queue: number, cacheBytes: number) {
  const refusals = new Refusals()
  return { refusals, images: new DrawnImages({ files, limits: { queue, cacheBytes }, refusals }) }
}

test('beyond the queue images are refused and counted; who asks for one that is on its way waits for it', async () => {
  const { images, refusals } = make(2, 0)
  const file = await picture()
  const drawn = [images.get(file, 'small'), images.get(file, 'medium'), images.get(file, 'small')]
  await expect(images.get(file, 'large')).rejects.toMatchObject({ code: 'unavailable', extra: { retryAfter: 2 } })
  expect(refusals.snapshot()).toEqual({ 'library.image_queue_full': 1 })
  const [first, , third] = await Promise.all(drawn)
  expect(third).toBe(first)
  expect(await images.get(file, 'large')).toBeInstanceOf(Buffer)
})

test('an image that fails gives its place back and is tried again', async () => {
  const { images } = make(1, 1_000_000)
  const broken = await store(Buffer.from('89504e470d0a1a0a', 'hex'))
  for (let time = 0; time < 2; time++) await expect(images.get(broken, 'small')).rejects.toThrow()
  expect(await images.get(await picture(), 'small')).toBeInstanceOf(Buffer)
})

test('the images asked for last stay within the memory that is set', async () => {
  const file = await picture()
  const all = make(9, 1_000_000)
  const [small, medium] = [await all.images.get(file, 'small'), await all.images.get(file, 'medium')]
  expect(await all.images.get(file, 'small')).toBe(small)
  expect(await all.images.get(file, 'medium')).toBe(medium)

  const few = make(9, small.length + medium.length)
  const first = await few.images.get(file, 'small')
  const second = await few.images.get(file, 'medium')
  expect(await few.images.get(file, 'small')).toBe(first)
  await few.images.get(await picture(), 'small')
  expect(await few.images.get(file, 'small')).toBe(first)
  expect(await few.images.get(file, 'medium')).not.toBe(second)
})
