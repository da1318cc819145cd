import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { isKnown } from '../engine/entity-tags.ts'
import { registerCompression } from './compression.ts'

const json = 'application/json; charset=utf-8'
const long = JSON.stringify({ text: 'carton '.repeat(500) })
const list = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id }))))
const seen: unknown[] = []

const app = fastify()
registerCompression(app)
app.get('/long', (_request, reply) => reply.header('etag', '"7-abc"').type(json).send(long))
app.get('/list', (_request, reply) => reply.type(json).send(list))
app.get('/short', (_request, reply) => reply.type(json).send('{}'))
app.get('/image', (_request, reply) => reply.type('image/png').send(list))
app.get('/encoded', (_request, reply) => reply.type(json).header('content-encoding', 'br').send(list))
app.get('/varies', (_request, reply) => reply.type('text/html').header('vary', 'accept-language').send(long))
app.route({
  method: 'POST',
  url: '/seen',
  onSend: async (_request, _reply, payload) => {
    seen.push(payload)
    return payload
  },
  handler: (_request, reply) => reply.type(json).send(long),
})
afterAll(() => app.close())

const ask = (url: string, encoding?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['zstd;q=0, gzip', 'gzip', gunzipSync],
])('a client that takes %s gets %s', async (accepted, encoding, decode) => {
  for (const [url, sent] of [
    ['/long', long],
    ['/list', list.toString()],
  ] as const) {
    const { headers, rawPayload } = await ask(url, accepted)
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(rawPayload.length).toBeLessThan(sent.length / 2)
    expect(decode(rawPayload).toString()).toBe(sent)
  }
})

test.each([undefined, 'identity', 'deflate'])('a client that takes %s gets plain text', async (accepted) => {
  const { headers, payload } = await ask('/long', accepted)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).toMatchObject({ vary: 'accept-encoding', etag: '"7-abc"' })
  expect(payload).toBe(long)
})

test('what is short, no text or already encoded is sent as it is', async () => {
  const [short, image, encoded] = await Promise.all(['/short', '/image', '/encoded'].map((url) => ask(url, 'zstd')))
  expect(short?.headers).not.toHaveProperty('content-encoding')
  expect(image?.headers).not.toHaveProperty('vary')
  expect(encoded?.headers['content-encoding']).toBe('br')
  expect(encoded?.rawPayload).toEqual(list)
})

test('a compressed answer has a tag of its own, by which the client has the state', async () => {
  const { headers } = await ask('/long', 'zstd')
  expect(headers.etag).toBe('"7-abc.zstd"')
  expect(isKnown({ headers: { 'if-none-match': String(headers.etag) } }, '"7-abc"')).toBe(true)
})

test('what an answer varies with already stays', async () => {
  expect((await ask('/varies', 'gzip')).headers.vary).toBe('accept-language, accept-encoding')
})

test('an answer to HEAD has no body', async () => {
  const { headers, payload } = await ask('/long', 'zstd', 'HEAD')
  expect(payload).toBe('')
  expect(headers).not.toHaveProperty('content-encoding')
})

test('the other hooks of a route see what was answered', async () => {
  expect((await ask('/seen', 'zstd', 'POST')).headers['content-encoding']).toBe('zstd')
  expect(seen).toEqual([long])
})
