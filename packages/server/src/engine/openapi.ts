import { type Call, problemSchema } from '@packhouse/contract'
import { z } from 'zod'
import { exampleOf } from './openapi-example.ts'
import { problemStatuses } from './routes.ts'
import { SharedSchemas } from './shared-schemas.ts'

type Json = Record<string, unknown>

/** Makes the OpenAPI 3.1 document of the calls. @param version of the product */
export function openApiDocument(calls: Record<string, Call>, version: string): Json {
  const paths: Record<string, Json> = {}
  const shared = new SharedSchemas()
  for (const [name, call] of Object.entries(calls)) {
    const path = paths[call.path] ?? {}
    path[call.method.toLowerCase()] = operation(name, call, shared)
    paths[call.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Packhouse',
      version,
      description:
        'Sign in with `POST /v1/auth/login` and send the access token as `Authorization: Bearer` and, as the web does, ' +
        'as `X-API-KEY`. Where both are sent they must agree. Errors are problem details (RFC 9457) with a stable `code`. ' +
        'Every answer has an `X-Request-Id`, which is in the server log and in the history of what it changed; one that is sent is not taken.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(Object.values(calls).map((call) => call.area))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output'), ...shared.schemas },
      responses: { Problem: PROBLEM },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      },
    },
  }
}

/** What every refusal is. */
const PROBLEM = {
  description: 'Problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function operation(name: string, call: Call, shared: SharedSchemas): Json {
  const parameters = [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query'), ...headersOf(call)]
  const needs =
    call.access === 'public' || call.access === 'signed-in' ? '' : `Needs the permission \`${call.access}\`.`
  const confirmation = call.stepUp && 'Needs a sign-in or a `POST /v1/me/confirm` in the last 10 minutes.'
  return {
    operationId: name,
    tags: [call.area],
    summary: call.summary,
    description: [call.description, needs, confirmation].filter(Boolean).join('\n\n'),
    security: call.access === 'public' ? [] : [{ bearer: [] }, { apiKey: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? { requestBody: { required: true, content: json(schemaOf(call.body, 'input'), `${name}.body`, shared) } }
      : {}),
    ...(call.accepts ? { requestBody: { required: true, content: contentOf(call.accepts) } } : {}),
    responses: responsesOf(name, call, shared),
  }
}

/** Bodies that are not JSON. */
const bodies: Record<string, Json> = {
  'text/csv': { type: 'string' },
  'multipart/form-data': {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  },
}

function contentOf(types: string): Json {
  return Object.fromEntries(types.split(', ').map((type) => [type, { schema: bodies[type] ?? { type: 'string' } }]))
}

function responsesOf(name: string, call: Call, shared: SharedSchemas): Json {
  const problem = { $ref: '#/components/responses/Problem' }
  const failures = Object.fromEntries(problemStatuses(call).map((status) => [String(status), problem]))
  const file = { csv: 'text/csv', file: 'application/octet-stream' }[call.answer as string]
  if (file !== undefined) {
    return { 200: { description: 'OK', content: { [file]: { schema: { type: 'string' } } } }, ...failures }
  }
  if (call.result === undefined) return { 204: { description: 'Done' }, ...failures }
  const schema = schemaOf(call.result, 'output')
  const content =
    call.answer === 'event-stream' ? { 'text/event-stream': { schema } } : json(schema, `${name}.answer`, shared)
  const body = call.tagged ? { headers: { ETag: ETAG }, content } : { content }
  const success =
    call.status === 201 ? { 201: { description: 'Created', ...body } } : { 200: { description: 'OK', ...body } }
  return { ...success, ...failures }
}

const ETAG = { description: 'The state of the row, for `If-Match` and `If-None-Match`', schema: { type: 'string' } }

function headersOf(call: Call): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const ifMatch = header(
    'If-Match',
    'The `ETag`s of the states that the row may be changed from, or `*`, in the place of `rowVersion`; 412 where it has another. A weak tag never fits.',
  )
  const ifNoneMatch = header('If-None-Match', 'The `ETag`s that are known, or `*`: answered 304 where the row has one')
  return [...(call.ifMatch ? [ifMatch] : []), ...(call.tagged && call.method === 'GET' ? [ifNoneMatch] : [])]
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    schema: property,
  }))
}

function json(schema: Json, name: string, shared: SharedSchemas): Json {
  return { 'application/json': { schema: shared.shared(schema, name), example: exampleOf(schema) } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return rest
}
