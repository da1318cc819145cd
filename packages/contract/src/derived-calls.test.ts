import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls, resources } from './calls.ts'
import type { Call } from './engine/call.ts'
import { type Operation, operationsOf } from './engine/operations.ts'

/** What each verb does, and so the permission that its call has to name. A transition names its own, or that of a change. */
const permissionOf: Record<Exclude<Operation['verb'], 'transition'>, 'read' | 'create' | 'update' | 'delete'> = {
  list: 'read',
  get: 'read',
  references: 'read',
  history: 'read',
  dropdown: 'read',
  options: 'read',
  alike: 'read',
  export: 'read',
  files: 'read',
  getFile: 'read',
  related: 'read',
  versions: 'read',
  getVersion: 'read',
  compareVersions: 'read',
  create: 'create',
  proposal: 'create',
  import: 'create',
  update: 'update',
  bulk: 'update',
  setPrimary: 'update',
  clearPrimary: 'update',
  updateSortOrder: 'update',
  attachFile: 'update',
  removeFile: 'update',
  restoreFile: 'update',
  attach: 'update',
  detach: 'update',
  sync: 'update',
  addVersion: 'update',
  restoreVersion: 'update',
  remove: 'delete',
  restore: 'delete',
  force: 'delete',
}

/** Verbs that only ask, which a GET may do and nothing else. `proposal` reserves nothing. */
const asking = new Set([
  ...Object.keys(permissionOf).filter((verb) => permissionOf[verb as 'list'] === 'read'),
  'proposal',
])

const derived = resources.flatMap((resource) =>
  Object.entries(operationsOf(resource)).map(([name, operation]) => ({ name, resource, ...operation })),
)

describe('a call that follows from a declaration', () => {
  test('names the permission of its resource for what its verb does', () => {
    const wrong = derived.flatMap(({ name, resource, verb, transition, call }) => {
      const ofTransition = resource.traits.lifecycle?.transitions[transition ?? '']?.permission ?? 'update'
      const wanted = `${resource.name}.${verb === 'transition' ? ofTransition : permissionOf[verb]}`
      return call.access === wanted ? [] : [`${name}: ${call.access} instead of ${wanted}`]
    })
    expect(wrong).toEqual([])
  })

  test('is a GET where it only asks, and nothing else is', () => {
    const wrong = derived.filter(({ verb, call }) => (call.method === 'GET') !== asking.has(verb))
    expect(wrong.map(({ name, call }) => `${name}: ${call.method}`)).toEqual([])
  })

  test('is confirmed where the declaration calls it dangerous, and nothing else is', () => {
    const wrong = derived.filter(({ resource, verb, relation, transition, call }) => {
      const changes = relation === undefined ? (transition ?? (verb === 'bulk' ? 'update' : verb)) : relation
      const isDangerous = verb !== 'related' && resource.traits.stepUp?.includes(changes) === true
      return (call.stepUp === true) !== isDangerous
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

/** What JSON Schema says of a value that is sent. */
interface Sent {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  maxLength?: number
  pattern?: string
  format?: string
  maxItems?: number
  items?: Sent | false
  prefixItems?: Sent[]
  properties?: Record<string, Sent>
  additionalProperties?: Sent | boolean
  propertyNames?: Sent
  maxProperties?: number
  allOf?: Sent[]
  anyOf?: Sent[]
  oneOf?: Sent[]
  $ref?: string
}

function* looseParts(schema: Sent, path: string): Generator<string> {
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* looseParts(one, path)
  if (schema.type === 'object' && schema.propertyNames === undefined && schema.additionalProperties !== false) {
    yield `${path} takes unknown fields`
  }
  if (schema.type === 'string' && !isBoundedText(schema)) yield `${path} is a text without an end`
  if (schema.type === 'array' && schema.maxItems === undefined && schema.prefixItems === undefined) {
    yield `${path} is a list without an end`
  }
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* looseParts(one, `${path}.${name}`)
  if (typeof schema.items === 'object') yield* looseParts(schema.items, `${path}[]`)
  if (typeof schema.additionalProperties === 'object') yield* looseParts(schema.additionalProperties, `${path}.*`)
}

/** Bounded by its length, by its values, by a format of a fixed length, or by a pattern that repeats nothing without an end. */
function isBoundedText({ maxLength, const: only, enum: values, format, pattern, allOf = [] }: Sent): boolean {
  if (maxLength !== undefined || only !== undefined || values !== undefined || allOf.some(isBoundedText)) return true
  if (format !== undefined && ['uuid', 'date', 'date-time'].includes(format)) return true
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern)
}

function sentOf(schema: z.ZodType): Sent {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Sent
}

/** An address has an end of its own, so that of a query only its names count. */
function looseIn({ query, body }: Call): string[] {
  const ofQuery = query === undefined ? [] : [...looseParts(sentOf(query), 'query')]
  const ofBody = body === undefined ? [] : [...looseParts(sentOf(body), 'body')]
  return [...ofQuery.filter((fault) => fault === 'query takes unknown fields'), ...ofBody]
}

/**
 * What is left open on purpose: records of machines may have fields of other makers, a browser adds to passkeys what WebAuthn allows, and the value of a
 * setting is checked by the schema of that setting.
 */
const open = [
  /^publishRecords: body\.records\[\] takes unknown fields$/,
  /^(confirmIdentity|finishPasskey|finishPasskeySignIn): body\.passkey(\.response)? takes unknown fields$/,
  /^(changeSettings: body\.changes\[\]\.value|changeSetting: body\.value|compareSettings: body\.settings\.\*) is a text without an end$/,
]

test('what any call is sent has an end and no unknown fields: texts, lists and objects, however deep', () => {
  const loose = Object.entries(calls).flatMap(([name, call]) => looseIn(call).map((fault) => `${name}: ${fault}`))
  expect(loose.filter((fault) => !open.some((one) => one.test(fault)))).toEqual([])
  // An exception that nothing needs any more goes.
  expect(open.filter((one) => !loose.some((fault) => one.test(fault)))).toEqual([])
})

test('what is found in a body: a field, a text and a list without an end, at its top and deep in it', () => {
  const deep = z.strictObject({ list: z.array(z.object({ text: z.string(), some: z.array(z.uuid()).max(3) })) })
  expect([
    ...looseParts(sentOf(z.object({ deep }).or(z.strictObject({ code: z.string().regex(/^a+$/) }))), 'body'),
  ]).toEqual([
    'body takes unknown fields',
    'body.deep.list is a list without an end',
    'body.deep.list[] takes unknown fields',
    'body.deep.list[].text is a text without an end',
    'body.code is a text without an end',
  ])
})
