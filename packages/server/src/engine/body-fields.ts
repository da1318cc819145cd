import type { Call } from '@packhouse/contract'
import { z } from 'zod'
import { MOST_FAULTS } from './problem-error.ts'

/** What a row brings when it is sent as it was read: what the server keeps of each row and its children. */
const AS_READ = 64

/** Names that an object may have where a schema takes any. */
const OF_ANY_NAMES = { public: 1_000, closed: 10_000 }

const known = new WeakMap<Call, number>()

/**
 * How many fields an object of a body may have before it is refused unread: as many as the widest object of the schema has, and as many unknown
 * ones as one answer names.
 */
export function mostFieldsOf(call: Call): number {
  const found = known.get(call)
  if (found !== undefined) return found
  const ofSchema =
    call.body === undefined ? 0 : widest(z.toJSONSchema(call.body, { unrepresentable: 'any', io: 'input' }))
  const asRead = call.changes === undefined ? 0 : Object.keys(call.changes.fields).length + AS_READ
  const most = ofSchema + asRead + MOST_FAULTS
  const bounded = Math.min(most, OF_ANY_NAMES[call.access === 'public' ? 'public' : 'closed'])
  known.set(call, bounded)
  return bounded
}

/** Words of a JSON Schema by which a value may be an object of any names, or whose parts say what it may be. */
const PARTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

type Schema = z.core.JSONSchema.BaseSchema

function widest(schema: Schema | boolean): number {
  if (typeof schema === 'boolean') return schema ? Number.POSITIVE_INFINITY : 0
  const parts = [
    ...PARTS.flatMap((word) => schema[word] ?? []),
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.$defs ?? {}),
    ...[schema.items ?? []].flat(),
  ]
  return Math.max(ownFields(schema), ...parts.map(widest))
}

/** Fields of the object that a value of the schema itself may be. */
function ownFields(schema: Schema): number {
  if (schema.type === 'object') {
    return schema.additionalProperties === false
      ? Object.keys(schema.properties ?? {}).length
      : Number.POSITIVE_INFINITY
  }
  const saysWhat = ['type', 'enum', 'const', '$ref', 'not', ...PARTS].some((word) => word in schema)
  return saysWhat ? 0 : Number.POSITIVE_INFINITY
}
