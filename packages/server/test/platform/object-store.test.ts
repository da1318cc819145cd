import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { copyFiles } from '../../src/platform/object-store/copy-files.ts'
import { FolderStore } from '../../src/platform/object-store/folder-store.ts'
import { isKey, type ObjectStore } from '../../src/platform/object-store/object-store.ts'
import { isLocation, openObjectStore } from '../../src/platform/object-store/object-store-settings.ts'
import { signedHeaders } from '../../src/platform/object-store/s3-signature.ts'
import { S3Store } from '../../src/platform/object-store/s3-store.ts'
import { FakeS3 } from '../support/fake-s3.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const PART = 1_000
let s3: FakeS3
beforeAll(async () => {
  s3 = await new FakeS3().start()
})
afterAll(async () => await s3.stop())
beforeEach(() => {
  s3.objects.clear()
  s3.uploads.clear()
  s3.requests.length = 0
  s3.troubles.length = 0
  s3.pageSize = 1_000
  s3.onRequest = () => undefined
})

async function makeFolder(): Promise<string> {
  const { path, remove } = await makeTemporaryFolder('object-store')
  onTestFinished(remove)
  return path
}

function bucket(changes: Partial<ConstructorParameters<typeof S3Store>[0]> = {}, limits = {}): S3Store {
  const { endpoint, region, accessKeyId, secretAccessKey, bucket: name } = s3
  const place = { endpoint, region, accessKeyId, secretAccessKey, bucket: name, prefix: 'the/prefix', ...changes }
  return new S3Store(place, { partBytes: PART, pauseMs: 1, silenceMs: 300_000, ...limits })
}

async function keysOf(store: ObjectStore, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys.sort()
}

async function* chunksOf(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function* failing() {
  yield randomBytes(PART * 2)
  throw new Error('the sender went away')
}

describe.each([
  ['a folder', async () => new FolderStore(await makeFolder())],
  ['a bucket', async () => bucket()],
  ['a bucket without a prefix', async () => bucket({ prefix: '' })],
] as const)('%s', (_name, open) => {
  test('gives back what was put, of every size around a part, from bytes, streams and files', async () => {
    const store = await open()
    await store.prepare()
    for (const size of [0, 1, PART - 1, PART, PART + 1, PART * 3, PART * 3 + 7]) {
      const content = randomBytes(size)
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(await store.put(`bytes/${size}`, content)).toEqual({ size, sha256 })
      expect(await store.put(`streams/${size}`, Readable.from(chunksOf(content, 333)))).toEqual({ size, sha256 })
      const path = join(await makeFolder(), 'a file')
      await writeFile(path, content)
      await store.putFile(`files/${size}`, path)
      for (const from of ['bytes', 'streams', 'files']) {
        expect((await buffer(await store.get(`${from}/${size}`))).equals(content), `${from} ${size}`).toBe(true)
      }
    }
    expect(await keysOf(store, 'bytes/')).toHaveLength(7)
  })

  test('puts a content in the place of the one before, and removes what there is or is not', async () => {
    const store = await open()
    await store.prepare()
    await store.put('a', Buffer.from('first'))
    await store.put('a', Buffer.from('second'))
    expect((await buffer(await store.get('a'))).toString()).toBe('second')
    await store.remove('a')
    await store.remove('a')
    await expect(store.get('a')).rejects.toMatchObject({ fault: 'missing' })
    expect(await keysOf(store)).toEqual([])
  })

  test('lists by the beginning of a key, with sizes and times', async () => {
    const store = await open()
    await store.prepare()
    // Times of a store may be whole seconds.
    const began = Math.floor(Date.now() / 1_000) * 1_000
    for (const key of ['a', 'ab', 'abc/d', 'b/a/x', 'b/a/y', 'b/b']) await store.put(key, Buffer.from(key))
    expect(await keysOf(store)).toEqual(['a', 'ab', 'abc/d', 'b/a/x', 'b/a/y', 'b/b'])
    expect(await keysOf(store, 'a')).toEqual(['a', 'ab', 'abc/d'])
    expect(await keysOf(store, 'b/a')).toEqual(['b/a/x', 'b/a/y'])
    expect(await keysOf(store, 'b/a/x')).toEqual(['b/a/x'])
    expect(await keysOf(store, 'nothing/here')).toEqual([])
    for await (const { size, modifiedAt } of store.list('b/b')) {
      expect(size).toBe(3)
      expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(began)
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now())
    }
  })

  test('leaves nothing of a content that fails on its way, and what was there before', async () => {
    const store = await open()
    await store.prepare()
    await store.put('a', Buffer.from('before'))
    await expect(store.put('a', Readable.from(failing()))).rejects.toThrow('the sender went away')
    expect((await buffer(await store.get('a'))).toString()).toBe('before')
    expect(await keysOf(store)).toEqual(['a'])
    expect(s3.uploads.size).toBe(0)
    if (store instanceof FolderStore) expect(await readdir(store.place)).toEqual(['a'])
  })

  test('takes no key that could lead elsewhere', async () => {
    const store = await open()
    for (const key of [
      '',
      '/a',
      'a/',
      'a//b',
      '..',
      'a/../b',
      '.hidden',
      'a/.b',
      'a b',
      'a\\b',
      'ä',
      'a'.repeat(513),
    ]) {
      expect(isKey(key), key).toBe(false)
      await expect(store.put(key, Buffer.alloc(0))).rejects.toThrow('Not a key')
      await expect(store.get(key)).rejects.toThrow('Not a key')
      await expect(store.remove(key)).rejects.toThrow('Not a key')
    }
  })
})

describe('a folder', () => {
  test('forgets puts that were broken off long ago, and nothing else', async () => {
    const folder = await makeFolder()
    const store = new FolderStore(folder)
    for (const name of ['.put-old', '.put-new', 'old']) await writeFile(join(folder, name), '')
    for (const name of ['.put-old', 'old']) await utimes(join(folder, name), 0, 0)
    await store.removeAbandoned(60_000)
    expect((await readdir(folder)).sort()).toEqual(['.put-new', 'old'])
  })

  test('that is gone is away, and says so', async () => {
    const folder = join(await makeFolder(), 'gone')
    const store = new FolderStore(folder)
    const fault = store.put('a', Buffer.alloc(1))
    await expect(fault).rejects.toMatchObject({
      fault: 'away',
      message: `The folder cannot be used: ${folder} (ENOENT).`,
    })
  })
})

describe('a bucket', () => {
  test('signs as the documentation of Signature Version 4 has it', () => {
    // Its example "GET Object" with a range, of the examples for the Authorization header.
    const credentials = {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const { authorization } = signedHeaders(credentials, {
      method: 'GET',
      host: 'examplebucket.s3.amazonaws.com',
      path: '/test.txt',
      query: {},
      headers: { range: 'bytes=0-9' },
      sha256: createHash('sha256').digest('hex'),
      at: new Date('2013-05-24T00:00:00Z'),
    })
    expect(authorization).toMatch(/Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/)
  })

  test('lists over many pages, in every page what is ours', async () => {
    s3.pageSize = 3
    const store = bucket()
    for (let number = 0; number < 10; number++) await store.put(`key-${number}`, Buffer.from('x'))
    s3.objects.set('the/prefix/of somebody else ü', { content: Buffer.alloc(1), modifiedAt: new Date() })
    s3.objects.set('the/prefix-of-others/a', { content: Buffer.alloc(1), modifiedAt: new Date() })
    s3.requests.length = 0
    expect(await keysOf(store)).toEqual(Array.from({ length: 10 }, (_, number) => `key-${number}`))
    expect(s3.requests).toHaveLength(4)
  })

  test('tries again what passes, and not what does not', async () => {
    const store = bucket()
    s3.troubles.push({ status: 503, code: 'SlowDown' }, { status: 500, code: 'InternalError' })
    await store.put('a', Buffer.from('after two troubles'))
    expect(s3.requests).toHaveLength(3)
    for (let number = 0; number < 4; number++) s3.troubles.push({ status: 503, code: 'SlowDown' })
    await expect(store.get('a')).rejects.toMatchObject({ fault: 'away' })
    s3.requests.length = 0
    s3.troubles.push({ status: 403, code: 'AccessDenied' })
    await expect(store.get('a')).rejects.toMatchObject({ fault: 'refused', message: /give the key the rights/ })
    expect(s3.requests).toHaveLength(1)
  })

  test('that says nothing is away after the silence', async () => {
    const store = bucket({}, { silenceMs: 50 })
    for (let number = 0; number < 4; number++) s3.troubles.push('silence')
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({
      fault: 'away',
      message: /no answer for 0.05 s/,
    })
    // A busy machine may not answer within so short a time either.
    await until('an answer', () => {
      s3.troubles.splice(0, Number.POSITIVE_INFINITY, 'silence')
      return store.put('a', Buffer.from('x')).then(
        () => true,
        () => false,
      )
    })
  })

  test('goes on where a content was cut, as long as it is the same', async () => {
    const store = bucket()
    const content = randomBytes(200_000)
    await store.put('a', content)
    s3.requests.length = 0
    s3.troubles.push({ cutAfter: 70_000 }, { cutAfter: 50_000 })
    expect((await buffer(await store.get('a'))).equals(content)).toBe(true)
    expect(s3.requests.length).toBe(3)
    for (let number = 0; number < 4; number++) s3.troubles.push({ cutAfter: 0 })
    await expect(store.get('a').then(buffer)).rejects.toMatchObject({ fault: 'away' })
    s3.troubles.push({ cutAfter: 1_000 })
    const stream = await store.get('a')
    const other = randomBytes(200_000)
    s3.objects.set('the/prefix/a', { content: other, modifiedAt: new Date() })
    await expect(buffer(stream)).rejects.toMatchObject({ message: /PreconditionFailed/ })
  })

  test('says what an operator can mend', async () => {
    const wrong = [
      [bucket({ secretAccessKey: 'another' }), /S3_SECRET_ACCESS_KEY is another one/],
      [bucket({ accessKeyId: 'another' }), /does not know S3_ACCESS_KEY_ID/],
      [bucket({ region: 'elsewhere' }), /set S3_REGION/],
      [bucket({ bucket: 'another-bucket' }), /does not exist/],
      [bucket({ endpoint: 'http://127.0.0.1:1' }), /could not be reached \(ECONNREFUSED\)/],
    ] as const
    for (const [store, words] of wrong) {
      const fault = await store.prepare().then(
        () => undefined,
        (error: Error) => error,
      )
      expect(fault?.message).toMatch(words)
      expect(fault?.message).not.toContain(s3.secretAccessKey)
    }
  })

  test('takes parts for joined where the answer to that was lost', async () => {
    const store = bucket()
    const content = randomBytes(PART * 2)
    // Begin, two parts and the join: the fourth request is done, and its answer never arrives.
    s3.onRequest = (number) => (number === 4 ? 'lost' : undefined)
    await store.put('a', content)
    expect(s3.requests.filter((request) => /^POST .*uploadId/.test(request))).toHaveLength(2)
    expect((await buffer(await store.get('a'))).equals(content)).toBe(true)
  })

  test('forgets uploads that were broken off long ago, and none of others', async () => {
    s3.uploads.set('old', { key: 'the/prefix/left', parts: new Map(), initiated: new Date(0) })
    s3.uploads.set('new', { key: 'the/prefix/new', parts: new Map(), initiated: new Date() })
    s3.uploads.set('of-others', { key: 'elsewhere/left', parts: new Map(), initiated: new Date(0) })
    await bucket().removeAbandoned(60_000)
    expect([...s3.uploads.keys()]).toEqual(['new', 'of-others'])
  })
})

test('files are copied from a folder to a bucket and back, compared, and not twice', async () => {
  const [folder, back] = [new FolderStore(await makeFolder()), new FolderStore(await makeFolder())]
  await folder.prepare()
  const contents = Array.from({ length: 5 }, (_, number) => randomBytes(number * PART))
  for (const [number, content] of contents.entries()) await folder.put(`file-${number}`, content)
  const store = bucket()
  expect(await copyFiles(folder, store)).toEqual({ copied: 5, known: 0 })
  // One that was damaged there, with the size that it should have.
  await store.put('file-3', randomBytes(3 * PART))
  expect(await copyFiles(folder, store)).toEqual({ copied: 1, known: 4 })
  expect(await copyFiles(store, back)).toEqual({ copied: 5, known: 0 })
  for (const [number, content] of contents.entries()) {
    expect((await buffer(await back.get(`file-${number}`))).equals(content)).toBe(true)
  }
})

test('a location is a folder or a bucket', () => {
  for (const location of ['files', './files', '/srv/files', 's3://bucket', 's3://bucket/', 's3://my.bucket/a/b']) {
    expect(isLocation(location), location).toBe(true)
  }
  for (const location of [
    's3://',
    's3://B',
    's3://bucket/a/../b',
    's3://bucket/a b',
    'https://bucket',
    'file:///srv',
  ]) {
    expect(isLocation(location), location).toBe(false)
  }
  const settings = { endpoint: 'http://127.0.0.1:9000', region: 'x', credentials: undefined }
  expect(openObjectStore('/srv/files', settings).place).toBe('/srv/files')
  expect(() => openObjectStore('s3://bucket', settings)).toThrow('S3_ACCESS_KEY_ID')
})
