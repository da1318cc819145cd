import { type Call, TABLE_TYPES } from '@packhouse/contract'
import type { Components } from './components.ts'
import { exampleOf } from './example.ts'
import type { Json } from './json.ts'

/** Bytes: `format` is what generators know, `contentMediaType` what JSON Schema says. */
const bytes = (type: string): Json => ({ type: 'string', format: 'binary', contentMediaType: type })

/** A body that is no JSON, by its media type. */
export function bodyOfType(type: string): Json {
  return { schema: /^text\/|^application\/(x-ndjson|samlmetadata\+xml)$/.test(type) ? { type: 'string' } : bytes(type) }
}

/** Bodies that a call takes and that are no JSON. */
export function acceptedContent(accepts: NonNullable<Call['accepts']>): Json {
  if (accepts !== 'multipart/form-data')
    return Object.fromEntries(accepts.split(', ').map((type) => [type, bodyOfType(type)]))
  const schema = { type: 'object', required: ['file'], properties: { file: bytes('application/octet-stream') } }
  return { 'multipart/form-data': { schema } }
}

/** The media types of a file. @param hasFormats whether a query says as which table it is wanted */
export function fileContent({ answer, types }: Call, hasFormats: boolean): Json {
  const given = types ?? (answer === 'csv' ? (hasFormats ? TABLE_TYPES.split(', ') : ['text/csv']) : undefined)
  return Object.fromEntries((given ?? ['application/octet-stream']).map((type) => [type, bodyOfType(type)]))
}

/** JSON with an example: within the schema where that has a name, since others use it too. */
export function jsonContent(schema: Json, { resolve }: Components, type = 'application/json'): Json {
  const declared = resolve(schema)
  if (declared === schema) return { [type]: { schema, example: exampleOf(schema, { name: 'text', resolve }) } }
  declared.examples ??= [exampleOf(schema, { name: 'text', resolve })]
  return { [type]: { schema } }
}
