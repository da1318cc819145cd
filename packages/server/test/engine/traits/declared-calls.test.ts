import { operationsOf } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../src/engine/openapi/document.ts'
import { orders } from './orders.ts'

interface Operation {
  operationId: string
  description: string
  responses: Record<string, unknown>
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } }
}

interface Body {
  properties: Record<string, { maxItems?: number }>
}

const operations = Object.entries(operationsOf(orders)).map(([name, { call }]) => [name, call])
const { paths, components } = openApiDocument({ calls: Object.fromEntries(operations), version: '1.0.0' }) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Body> }
}

test('every transition is documented with its states, its permission and its conflict', () => {
  const send = paths['/v1/orders/{id}/transitions/send']?.post
  expect(send?.operationId).toBe('orderTransitionSend')
  expect(send?.description).toMatch(/From `review` to `sent`.*order\.send/s)
  expect(send?.responses).toHaveProperty('409')
})

test('lists of children are documented where they are sent, with their limit', () => {
  for (const operation of [paths['/v1/orders']?.post, paths['/v1/orders/{id}']?.put]) {
    const { $ref = '' } = operation?.requestBody?.content['application/json'].schema ?? {}
    const body = components.schemas[$ref.split('/').at(-1) ?? '']
    expect(body?.properties.lines).toMatchObject({ type: 'array', maxItems: 5 })
  }
})

test('the calls of versions stand below the row', () => {
  const found = Object.keys(paths).filter((path) => path.includes('versions'))
  expect(found).toEqual([
    '/v1/orders/{id}/versions',
    '/v1/orders/{id}/versions/{number}',
    '/v1/orders/{id}/versions/compare/{a}/{b}',
    '/v1/orders/{id}/versions/{number}/restore',
  ])
})
