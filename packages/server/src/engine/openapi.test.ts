import { defineCall } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'

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
  parameters: object[]
  responses: object
  security: object[]
  description: string
}

describe('the OpenAPI document', () => {
  const document = openApiDocument(calls, '1.2.3') as { paths: Record<string, Record<string, Operation>> }

  test('reports its version and that of the product', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, tags: [{ name: 'Things' }] })
  })

  test('joins the methods of a path', () => {
    expect(Object.keys(document.paths['/v1/things/{id}'] ?? {})).toEqual(['get', 'delete'])
  })

  test('reports parameters with their place, need and words', () => {
    expect(document.paths['/v1/things/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'hours', in: 'query', required: false, description: 'Hours back' },
      { name: 'tag', in: 'query', required: true },
    ])
  })

  test('reports what a call needs and how it can fail', () => {
    const { get, delete: end } = document.paths['/v1/things/{id}'] ?? {}
    expect(get?.description).toContain('`customer.access`')
    expect(Object.keys(get?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '429', '500', '503'])
    expect(Object.keys(end?.responses ?? {})).toEqual(['204', '400', '401', '403', '404', '429', '500', '503'])
    expect(get?.security).toEqual([{ bearer: [] }, { apiKey: [] }])
  })

  test('reports a stream as one, and that a public call needs no sign-in', () => {
    const stream = document.paths['/v1/things/stream']?.get
    expect(stream?.responses).toMatchObject({ 200: { content: { 'text/event-stream': {} } } })
    expect(stream?.security).toEqual([])
  })
})

test('What is long and said twice is named once and referred to', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`field${place}`, z.string().describe('Words')]),
  )
  const row = z.object(fields)
  const call = { area: 'Things', method: 'GET', access: 'public', summary: 'Things' } as const
  const { paths, components } = openApiDocument(
    {
      one: defineCall({ ...call, path: '/v1/one', result: row }),
      list: defineCall({ ...call, path: '/v1/list', result: z.object({ items: z.array(row) }) }),
    },
    '1',
  ) as {
    paths: Record<string, { get: { responses: Record<string, { content: unknown }> } }>
    components: { schemas: object }
  }
  const answerOf = (path: string) => paths[path]?.get.responses[200]?.content
  const $ref = '#/components/schemas/one.answer'
  expect(answerOf('/v1/one')).toMatchObject({ 'application/json': { schema: { $ref } } })
  expect(answerOf('/v1/list')).toMatchObject({
    'application/json': { schema: { properties: { items: { items: { $ref } } } } },
  })
  expect(Object.keys(components.schemas)).toEqual(['Problem', 'one.answer'])
})
