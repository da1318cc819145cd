import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const withWeb = useTestApp()

test.each(['/v1/openapi.json', '/docs/', '/docs/js/scalar.js'])('%s is prepared', async (path) => {
  const { status, headers } = await app.anonymous.get(path, { 'accept-encoding': 'br' })
  expect(status).toBe(200)
  expect(headers['content-encoding']).toBe('br')
  const again = await app.anonymous.get(path, { 'accept-encoding': 'br', 'if-none-match': headers.etag })
  expect(again).toMatchObject({ status: 304, text: '' })
})

test('the page of the web is prepared, and made again when it was built again', async () => {
  const file = join(withWeb.dataDir, 'index.html')
  await writeFile(file, '<title>first</title>')
  await withWeb.stopProduct()
  await withWeb.startProduct()
  const first = await withWeb.anonymous.get('/machines')
  expect(first).toMatchObject({ status: 200, text: '<title>first</title>', headers: { 'cache-control': 'no-cache' } })
  const { etag } = first.headers
  expect((await withWeb.anonymous.get('/', { 'if-none-match': etag })).status).toBe(304)
  await writeFile(file, '<title>second</title>')
  const second = await withWeb.anonymous.get('/', { 'if-none-match': etag })
  expect(second).toMatchObject({ status: 200, text: '<title>second</title>' })
})

describe('a prepared answer', () => {
  let etag: string

  beforeAll(async () => {
    etag = String((await app.anonymous.get('/v1/openapi.json')).headers.etag)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ])('to a client that takes %s is encoded as %s', async (accept, expected) => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept }
    const answer = await app.anonymous.get('/v1/openapi.json', headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBe(expected)
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => '*'])(
    'is not sent again to a client that has it',
    async (condition) => {
      const answer = await app.anonymous.get('/v1/openapi.json', { 'if-none-match': condition(etag) })
      expect(answer).toMatchObject({ status: 304, text: '', headers: { etag } })
    },
  )

  test('has its own ETag in each encoding, and is sent where another one is named', async () => {
    const encoded = await app.anonymous.get('/v1/openapi.json', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(encoded.status).toBe(200)
    expect(encoded.headers.etag).toMatch(/^"[\w-]+-br"$/)
    expect(encoded.headers.etag).not.toBe(etag)
  })
})
