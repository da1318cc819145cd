import type { Resource } from '@packhouse/contract'
import { z } from 'zod'
import type { Components } from './components.ts'
import { isJson, type Json, pascal } from './json.ts'

export type Direction = 'input' | 'output'

/** Longer objects get a name of their own, even where the contract has none for them. */
const LONG = 400

/** What is said of a schema where it is used, and no part of what it is. */
const ANNOTATIONS = ['description', 'examples', 'default', 'title']

/** Formats that say it all; zod adds a pattern of a hundred characters. */
const FORMATS = ['uuid', 'date-time', 'date', 'idn-email', 'uri']

/**
 * The schemas of the contract as JSON Schema. Those that have a name there are components under it, however deep they are within others; the same
 * shape is one component.
 */
export class Schemas {
  readonly #components: Components
  /** What was made of a schema: a row is the answer of many calls. */
  readonly #used = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() }

  constructor(components: Components) {
    this.#components = components
  }

  /** Gives schemas their names before they are met. The parts of others come first: they are shorter. */
  name(named: readonly (readonly [name: string, schema: z.ZodType, direction: Direction])[]): void {
    const made = named.map(([name, schema, direction]) => ({ name, json: toJson(schema, direction) }))
    const worthwhile = made.filter(({ json }) => json.type === 'object' || Array.isArray(json.enum) || 'oneOf' in json)
    const sized = worthwhile.map((one) => ({ ...one, size: JSON.stringify(one.json).length }))
    for (const { name, json } of sized.sort((a, b) => a.size - b.size)) {
      const parts = this.#withParts(json, name)
      this.#components.refer('schemas', [name], parts, keyOf(parts))
    }
  }

  /** A schema as it is used; an object is a component. @param name of what has none in the contract */
  use(schema: z.ZodType, direction: Direction, name: string): Json {
    const known = this.#used[direction].get(schema)
    if (known !== undefined) return known
    const made = this.#shared(toJson(schema, direction), name, 0)
    this.#used[direction].set(schema, made)
    return made
  }

  /** The properties of an object of parameters, with those that must be given. */
  properties(schema: z.ZodType | undefined): { properties: Record<string, Json>; required: readonly string[] } {
    if (schema === undefined) return { properties: {}, required: [] }
    const { properties = {}, required = [] } = toJson(schema, 'input')
    return { properties: properties as Record<string, Json>, required: required as string[] }
  }

  /** @param long from which length on an object gets a name */
  #shared(schema: Json, name: string, long = LONG): Json {
    const parts = this.#withParts(schema, name)
    const key = keyOf(parts)
    const known = this.#components.find('schemas', key)
    if (known !== undefined) return { ...known, ...annotationsOf(parts, this.#components.resolve(known)) }
    const isLong = parts.type === 'object' && key.length > long
    return isLong ? this.#components.refer('schemas', [name], parts, key) : parts
  }

  #withParts(schema: Json, name: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'examples' || key === 'default') return [key, value]
        if (key === 'properties')
          return [key, mapValues(value as Json, (one, own) => this.#part(one, name + pascal(own)))]
        if (key === 'anyOf' || key === 'oneOf')
          return [key, (value as Json[]).map((one) => this.#part(one, name + pascal(kindOf(one))))]
        return [key, this.#part(value, name)]
      }),
    )
  }

  #part(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#part(one, name))
    return isJson(value) ? this.#shared(value, name) : value
  }
}

/** The schemas of a resource by the names that they have in the document. */
export function schemasOf({ name, row, whole, draft, change }: Resource): [string, z.ZodType, Direction][] {
  const title = pascal(name)
  return [
    [title, whole, 'output'],
    ...(row === whole ? [] : [[`${title}Row`, row, 'output'] as [string, z.ZodType, Direction]]),
    [`${title}Draft`, draft, 'input'],
    [`${title}Change`, change, 'input'],
  ]
}

/** A schema as it stands in the document, without parts of a name of their own. */
export function toJson(schema: z.ZodType, io: Direction): Json {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => tidy(jsonSchema, io)
  const target = 'draft-2020-12'
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target, unrepresentable: 'any', override })
  return rest
}

/** Leaves out what the rest of the schema says already, and leaves answers open for further fields. */
function tidy(jsonSchema: z.core.JSONSchema.BaseSchema, io: Direction): void {
  if (FORMATS.includes(String(jsonSchema.format))) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Not every reader of schemas knows the key words for a record of known names and for a tuple.
  const { propertyNames, additionalProperties, prefixItems } = jsonSchema
  const names = typeof propertyNames === 'object' ? propertyNames.enum : undefined
  if (names !== undefined && additionalProperties !== undefined) {
    jsonSchema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
    delete jsonSchema.propertyNames
    jsonSchema.additionalProperties = false
  }
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (prefixItems !== undefined) {
    const [first] = prefixItems as z.core.JSONSchema.BaseSchema[]
    jsonSchema.items = first?.type === undefined ? {} : { type: first.type }
    Object.assign(jsonSchema, { minItems: prefixItems.length, maxItems: prefixItems.length })
  }
}

function keyOf(schema: Json): string {
  return JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.includes(key))))
}

/** What is said of a schema here and not where it is declared. */
function annotationsOf(schema: Json, declared: Json): Json {
  return Object.fromEntries(
    ANNOTATIONS.filter(
      (key) => schema[key] !== undefined && JSON.stringify(schema[key]) !== JSON.stringify(declared[key]),
    ).map((key) => [key, schema[key]]),
  )
}

/** The word that tells one shape of several from the others, such as `kind: 'insert'`. */
function kindOf({ properties = {} }: Json): string {
  const word = Object.values(properties as Record<string, Json>).find((one) => typeof one.const === 'string')
  return String(word?.const ?? '')
}

function mapValues(object: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
