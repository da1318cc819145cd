import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { type FileFolder, openFileFolder } from '../../src/platform/file-folder.ts'
import { FakeS3 } from '../support/fake-s3.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const log = pino({ level: 'silent' })
const s3 = new FakeS3()
beforeAll(async () => {
  await s3.start()
})
afterAll(async () => await s3.stop())

async function makeFolder(): Promise<string> {
  const { path, remove } = await makeTemporaryFolder('files')
  onTestFinished(remove)
  return path
}

const hourLater = () => Date.now() + 61 * 60_000

const places = {
  'the data folder': () => ({}),
  'a shared folder': async () => ({ FILES_URL: join(await makeFolder(), 'shared') }),
  'a bucket': () => ({
    FILES_URL: `s3://${s3.bucket}/${randomUUID()}`,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }),
}

async function store(files: FileFolder, content: Buffer): Promise<string> {
  const id = randomUUID()
  await files.keep(await files.receive(Readable.from([content])), id)
  return id
}

test.each(Object.entries(places))('files in %s are read by another node, copied and swept', async (_name, place) => {
  const environment = await place()
  const dataDir = await makeFolder()
  const files = openFileFolder(readConfig({ DATA_DIR: dataDir, ...environment }), log)
  await files.prepare()
  const otherDir = 'FILES_URL' in environment ? await makeFolder() : dataDir
  const other = openFileFolder(readConfig({ DATA_DIR: otherDir, ...environment }), log)
  await other.prepare()

  const content = randomBytes(100_000)
  const id = await store(files, content)
  expect((await buffer(await other.read(id))).equals(content)).toBe(true)
  const copied = randomUUID()
  await other.copy(id, copied)
  expect((await buffer(await files.read(copied))).equals(content)).toBe(true)
  await expect(files.read(randomUUID())).rejects.toMatchObject({ fault: 'missing' })
  expect(await files.findFault()).toBeUndefined()

  // New contents may belong to a transaction that has not ended: an hour has to pass.
  expect(await files.sweep(async () => new Set())).toBe(0)
  const broken = await files.receive(Readable.from([content]))
  expect(await files.sweep(async (ids) => new Set(ids.filter((one) => one === id)), hourLater())).toBe(1)
  await expect(files.read(copied)).rejects.toMatchObject({ fault: 'missing' })
  expect((await buffer(await files.read(id))).equals(content)).toBe(true)
  // What came in and was left behind goes as well.
  await expect(files.keep(broken, randomUUID())).rejects.toThrow()
})

test('a sweep leaves alone what is no file of the product', async () => {
  const dataDir = await makeFolder()
  const files = openFileFolder(readConfig({ DATA_DIR: dataDir }), log)
  await files.prepare()
  await writeFile(join(dataDir, 'files', 'README'), 'of an operator')
  expect(await files.sweep(async () => new Set(), hourLater())).toBe(0)
  expect(await readdir(join(dataDir, 'files'))).toEqual(['README'])
})

test('a folder that is gone shows in the health, and a start on one that cannot be used is refused with words', async () => {
  const folder = join(await makeFolder(), 'shared')
  const files = openFileFolder(readConfig({ DATA_DIR: await makeFolder(), FILES_URL: folder }), log)
  await files.prepare()
  await rm(folder, { recursive: true })
  expect(await files.findFault()).toMatch(/^Attached files cannot be reached/)
  await writeFile(folder, 'a file in its place')
  await expect(files.prepare()).rejects.toBeInstanceOf(ConfigError)
})

test('a start with the wrong key of a bucket is refused; a bucket that does not answer is waited for', async () => {
  const environment = places['a bucket']()
  const dataDir = await makeFolder()
  const open = (changes: object) => openFileFolder(readConfig({ DATA_DIR: dataDir, ...environment, ...changes }), log)
  await expect(open({ S3_SECRET_ACCESS_KEY: 'another' }).prepare()).rejects.toThrow(
    /S3_SECRET_ACCESS_KEY is another one/,
  )
  const away = open({ S3_ENDPOINT: 'http://127.0.0.1:1' })
  await away.prepare()
  expect(await away.findFault()).toMatch(/^Attached files cannot be reached/)
  await expect(store(away, Buffer.from('x'))).rejects.toMatchObject({ fault: 'away' })
})
