import { type Call, importAdjustmentsSchema, TABLE_TYPES } from '@packhouse/contract'
import type { Components } from './components.ts'
import { exampleOf } from './example.ts'
import type { Json } from './json.ts'
import { toJson } from './schemas.ts'

const FORM = 'multipart/form-data'

/** Bytes: `format` is what generators know, `contentMediaType` what JSON Schema says. */
const bytes = (type: string): Json => ({ type: 'string', format: 'binary', contentMediaType: type })

/** A body that is no JSON, by its media type. */
export function bodyOfType(type: string): Json {
  return { schema: /^text\/|^application\/(x-ndjson|samlmetadata\+xml)$/.test(type) ? { type: 'string' } : bytes(type) }
}

/** Bodies that a call takes and that are no JSON. */
export function acceptedContent(accepts: NonNullable<Call['accepts']>): Json {
  // The form first: generators that know one body for each call send it as a form, and take its type from the first.
  const types = accepts.split(', ').toSorted((a, b) => Number(b === FORM) - Number(a === FORM))
  return Object.fromEntries(
    types.map((type) => [type, type === FORM ? formContent(types.length > 1) : bodyOfType(type)]),
  )
}

/** A form with a file. @param isImport whether it may have adjustments of it */
function formContent(isImport: boolean): Json {
  const file = bytes('application/octet-stream')
  const adjustments = {
    ...toJson(importAdjustmentsSchema, 'input'),
    description: 'What to change about the file before it is read',
  }
  const properties = isImport ? { file, adjustments } : { file }
  const encoding = isImport && { encoding: { adjustments: { contentType: 'application/json' } } }
  return { schema: { type: 'object', required: ['file'], properties }, ...encoding }
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
