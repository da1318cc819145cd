import { defineCall } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './document.ts'
import { operationIds } from './operation-ids.ts'

const calls = {
  readThing: defineCall({
    area: 'Things',
    method: 'GET',
    path: '/v1/things/{id}',
    summary: 'One thing',
    access: 'customer.access',
    params: z.object({ id: z.string() }),
    query: z.strictObject({ hours: z.string().describe('Hours back').optional(), tag: z.string() }),
    result: z.object({ name: z.string() }),
  }),
  endThing: defineCall({
    area: 'Things',
    method: 'DELETE',
    path: '/v1/things/{id}',
    summary: 'End a thing',
    access: 'signed-in',
    params: z.object({ id: z.string() }),
  }),
  watchThings: defineCall({
    area: 'Things',
    method: 'GET',
    path: '/v1/things/stream',
    summary: 'Things as they change',
    access: 'public',
    answer: 'event-stream',
    result: z.object({ name: z.string() }),
  }),
}

interface Operation {
  operationId: string
  parameters: { $ref?: string }[]
  responses: Record<string, { content?: unknown; headers?: object }>
  security?: object[]
  description: string
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

describe('the OpenAPI document', () => {
  const document = openApiDocument({ calls, version: '1.2.3' }) as unknown as Document
  const { get, delete: end } = document.paths['/v1/things/{id}'] ?? {}

  test('reports its version and that of the product', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      servers: [{ url: '/' }],
      tags: [{ name: 'Things' }],
    })
  })

  test('joins the methods of a path', () => {
    expect(Object.keys(document.paths['/v1/things/{id}'] ?? {})).toEqual(['get', 'delete'])
  })

  test('reports parameters with their place, need and words, and names those of several operations', () => {
    expect(get?.parameters).toMatchObject([
      { $ref: '#/components/parameters/IdInPath' },
      { name: 'hours', in: 'query', required: false, description: 'Hours back' },
      { name: 'tag', in: 'query', required: true },
    ])
    expect(document.components.parameters?.IdInPath).toMatchObject({ name: 'id', in: 'path', required: true })
    expect(end?.parameters).toEqual([{ $ref: '#/components/parameters/IdInPath' }])
  })

  test('reports what a call needs and how it can fail', () => {
    expect(get?.description).toContain('`customer.access`')
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '429', '500', '503'])
    expect(Object.keys(end?.responses ?? {})).toEqual(['204', '400', '401', '403', '404', '429', '500', '503'])
    expect(document).toMatchObject({ security: [{ session: [] }, { apiKey: [] }] })
    expect(get?.security).toBeUndefined()
    expect(end?.security).toEqual([{ session: [] }])
  })

  test('reports the headers of an answer, those of a refusal too', () => {
    expect(Object.keys(get?.responses[200]?.headers ?? {})).toEqual(['RateLimit', 'RateLimit-Policy', 'X-Request-Id'])
    expect(document.components.responses?.TooManyRequests).toMatchObject({ headers: { 'Retry-After': {} } })
    expect(document.components.headers).toMatchObject({ 'Retry-After': { schema: { type: 'integer' } } })
  })

  test('reports a stream as one, and that a public call needs no sign-in', () => {
    const stream = document.paths['/v1/things/stream']?.get
    expect(stream?.responses).toMatchObject({ 200: { content: { 'text/event-stream': {} } } })
    expect(stream?.security).toEqual([])
  })
})

test('What is long is named once and referred to', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`field${place}`, z.string().describe('Words')]),
  )
  const row = z.object(fields)
  const call = { area: 'Things', method: 'GET', access: 'public', summary: 'Things' } as const
  const { paths, components } = openApiDocument({
    calls: {
      one: defineCall({ ...call, path: '/v1/one', result: row }),
      list: defineCall({ ...call, path: '/v1/list', result: z.object({ items: z.array(row) }) }),
    },
    version: '1',
  }) as unknown as Document
  const answerOf = (path: string) => paths[path]?.get?.responses[200]?.content
  const $ref = '#/components/schemas/OneAnswer'
  expect(answerOf('/v1/one')).toMatchObject({ 'application/json': { schema: { $ref } } })
  expect(answerOf('/v1/list')).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/ListAnswer' } },
  })
  expect(components.schemas?.ListAnswer).toMatchObject({ properties: { items: { items: { $ref } } } })
})

test('files have their media types as bytes, with the headers that go along', () => {
  const call = { area: 'Things', access: 'public', summary: 'A file' } as const
  const { paths } = openApiDocument({
    calls: {
      load: defineCall({
        ...call,
        method: 'GET',
        path: '/v1/file',
        answer: 'file',
        types: ['application/pdf', 'text/plain'],
        sends: ['ETag'],
      }),
      send: defineCall({ ...call, method: 'POST', path: '/v1/file', accepts: 'multipart/form-data' }),
    },
    version: '1',
  }) as unknown as Document
  const bytes = { type: 'string', format: 'binary' }
  expect(paths['/v1/file']).toMatchObject({
    get: {
      responses: {
        200: {
          content: { 'application/pdf': { schema: bytes }, 'text/plain': { schema: { type: 'string' } } },
          headers: { ETag: { $ref: '#/components/headers/ETag' } },
        },
        304: {},
      },
    },
    post: { requestBody: { content: { 'multipart/form-data': { schema: { properties: { file: bytes } } } } } },
  })
})

test('a POST of JSON by somebody who is known takes an Idempotency-Key, and no other call does', () => {
  const call = { area: 'Things', method: 'POST', access: 'customer.access', summary: 'A thing' } as const
  const { paths, components } = openApiDocument({
    calls: {
      make: defineCall({ ...call, path: '/v1/make', result: z.object({ name: z.string() }) }),
      act: defineCall({ ...call, path: '/v1/act' }),
      change: defineCall({ ...call, path: '/v1/change', method: 'PUT' }),
      signIn: defineCall({ ...call, path: '/v1/sign-in', access: 'public' }),
      upload: defineCall({ ...call, path: '/v1/upload', accepts: 'multipart/form-data' }),
      draw: defineCall({ ...call, path: '/v1/draw', answer: 'file', types: ['application/pdf'] }),
    },
    version: '1',
  }) as unknown as Document
  const taking = Object.entries(paths).filter(([, operations]) => JSON.stringify(operations).includes('IdempotencyKey'))
  expect(taking.map(([path]) => path)).toEqual(['/v1/make', '/v1/act'])
  for (const [, { post }] of taking) {
    const [success] = Object.entries(post?.responses ?? {}).filter(([status]) => status.startsWith('2'))
    expect(success?.[1].headers).toHaveProperty('Idempotent-Replayed')
    expect(post?.responses[409]).toEqual({ $ref: '#/components/responses/Repeated' })
  }
  expect(components.responses?.Repeated).toMatchObject({ headers: { 'Retry-After': {} } })
})

test('two calls whose names differ in their dots have operationIds of their own', () => {
  const ids = operationIds([
    'machineHistory',
    'machine.history',
    'group.list.at./v1/groups',
    'quote.transition.mark-won',
  ])
  expect([...ids.values()]).toEqual([
    'machineHistory',
    'machineRecordHistory',
    'groupListAtV1Groups',
    'quoteTransitionMarkWon',
  ])
})
