import { type Call, calls } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { exampleOf } from './openapi-example.ts'

interface Content {
  content?: Record<string, { example?: unknown }>
}

const document = openApiDocument(calls, '1.2.3') as {
  paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>
}

const withJson = Object.entries<Call>(calls).filter(([, call]) => call.answer === undefined)

function operationOf(call: Call) {
  return document.paths[call.path]?.[call.method.toLowerCase()]
}

describe('the documented examples', () => {
  test.each(withJson.filter(([, call]) => call.body))('of %s are a body that it takes', (_, call) => {
    const example = operationOf(call)?.requestBody?.content?.['application/json']?.example
    expect(call.body?.safeParse(example).error?.issues ?? []).toEqual([])
  })

  test.each(withJson.filter(([, call]) => call.result))('of %s are an answer that it gives', (_, call) => {
    const example = operationOf(call)?.responses[String(call.status ?? 200)]?.content?.['application/json']?.example
    expect(call.result?.safeParse(example).error?.issues ?? []).toEqual([])
  })
})

test('a text is as short and as long as its schema says', () => {
  expect(exampleOf({ type: 'string', maxLength: 3 }, 'longName')).toBe('lon')
  expect(exampleOf({ type: 'string', minLength: 6 }, 'name')).toBe('name..')
})
