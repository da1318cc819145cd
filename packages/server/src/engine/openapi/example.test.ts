import { addresses, areaSchemas, type Call, calls, resources } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { exampleOf } from './example.ts'

interface Content {
  $ref?: string
  content?: Record<string, { example?: unknown; schema: { $ref?: string } }>
}

const document = openApiDocument({ calls, addresses, resources, schemas: areaSchemas, version: '1.2.3' }) as {
  paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>
  components: { schemas: Record<string, { examples?: unknown[] }>; responses: Record<string, Content> }
}

const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The example of a body or an answer; that of a named schema is in the schema. */
function exampleIn(given: Content | undefined): unknown {
  const { content } =
    given?.$ref === undefined ? (given ?? {}) : (document.components.responses[nameIn(given.$ref)] ?? {})
  const { example, schema } = content?.['application/json'] ?? {}
  return schema?.$ref === undefined ? example : document.components.schemas[nameIn(schema.$ref)]?.examples?.[0]
}

const withJson = Object.entries<Call>(calls).filter(([, call]) => call.answer === undefined)

function operationOf(call: Call) {
  return document.paths[call.path]?.[call.method.toLowerCase()]
}

describe('the documented examples', () => {
  test.each(withJson.filter(([, call]) => call.body))('of %s are a body that it takes', (_, call) => {
    const example = exampleIn(operationOf(call)?.requestBody)
    expect(call.body?.safeParse(example).error?.issues ?? []).toEqual([])
  })

  test.each(withJson.filter(([, call]) => call.result))('of %s are an answer that it gives', (_, call) => {
    const example = exampleIn(operationOf(call)?.responses[String(call.status ?? 200)])
    expect(call.result?.safeParse(example).error?.issues ?? []).toEqual([])
  })
})

test('a text is as short and as long as its schema says', () => {
  expect(exampleOf({ type: 'string', maxLength: 3 }, { name: 'longName' })).toBe('lon')
  expect(exampleOf({ type: 'string', minLength: 7 }, { name: 'aName' })).toBe('a name.')
})

test('a property has the value that the sample company has for it, as far as its schema takes that', () => {
  expect(exampleOf({ type: 'string' }, { name: 'name', owner: 'Country' })).toBe('Norway')
  expect(exampleOf({ type: 'string' }, { name: 'name', owner: 'Anything' })).toBe('Nordfjell Seafood AS')
  expect(exampleOf({ type: 'string', format: 'uuid' }, { name: 'id' })).toMatch(/^[0-9a-f-]{36}$/)
})
