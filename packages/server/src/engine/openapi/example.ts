import { formatValues, ownSampleValues, sampleValues } from './sample-values.ts'

type Schema = Readonly<Record<string, unknown>>

/** Where a value is. */
interface Place {
  /** The name of the property. */
  name: string
  /** The schema that has the property, such as `Customer`. */
  owner?: string
  /** What a reference leads to. */
  resolve?: (schema: Record<string, unknown>) => Schema
}

/**
 * A value that a schema takes, for people to read and to try. What the schema names as an example, or as its default,
 * comes first, then what the sample company has under the name of the property; the rest is made up from its kind.
 */
export function exampleOf(schema: Schema, place: Place = { name: 'text' }): unknown {
  const { examples, type, anyOf, enum: choices } = schema
  if (Array.isArray(examples)) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (typeof schema.$ref === 'string') {
    const { resolve = () => ({}) } = place
    return exampleOf(resolve(schema), { ...place, owner: ownerOf(schema.$ref) })
  }
  if (Array.isArray(choices)) return choices[0]
  const branch = (anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined
  if (branch !== undefined) {
    const option = branch.find(({ type: kind }) => kind !== 'null') ?? {}
    const made = exampleOf(option, place)
    // Null is an example where no text can be made up.
    return !fitsPattern(option, made) && branch.some(({ type: kind }) => kind === 'null') ? null : made
  }
  if (type === 'object') return exampleOfObject(schema, place)
  if (type === 'array') return exampleOfArray(schema, place)
  if (type === 'integer' || type === 'number') return exampleOfNumber(schema, place)
  if (type === 'boolean') return true
  if (type === 'string') return exampleOfText(schema, place)
  return null
}

/** The schema whose properties are meant: those of what is sent are those of the row. */
export function ownerOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1).replace(/(Draft|Change|Row|Value)$/, '')
}

function knownAt({ owner, name }: Place): string | number | undefined {
  return ownSampleValues[`${owner}.${name}`] ?? sampleValues[name]
}

/** One entry, or as many as there must be. */
function exampleOfArray({ items = {}, minItems = 1, prefixItems }: Schema, place: Place): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map((one: Schema) => exampleOf(one, place))
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => exampleOf(items as Schema, place))
}

function exampleOfObject({ properties = {} }: Schema, place: Place): Record<string, unknown> {
  const entries = Object.entries(properties as Record<string, Schema>)
  return Object.fromEntries(entries.map(([key, property]) => [key, exampleOf(property, { ...place, name: key })]))
}

/** That of the sample company, or a small number that people would take for one of the kind. */
function exampleOfNumber({ type, minimum, maximum, exclusiveMinimum }: Schema, place: Place): number {
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  const most = Number(maximum ?? Number.MAX_SAFE_INTEGER)
  const known = knownAt(place)
  const fits =
    typeof known === 'number' && known >= least && known <= most && (type === 'number' || Number.isInteger(known))
  return fits ? known : Math.min(Math.max(1, Math.ceil(least)), most)
}

function exampleOfText(schema: Schema, place: Place): string {
  const { format, minLength, maxLength } = schema
  const known = knownAt(place)
  const ofFormat = formatValues[format as string]
  const least = Number(minLength ?? 0)
  const fits = (text: string) =>
    text.length >= least && text.length <= Number(maxLength ?? text.length) && fitsPattern(schema, text)
  if (typeof known === 'string' && fits(known) && (ofFormat === undefined || looksLike(format as string, known)))
    return known
  if (ofFormat !== undefined) return ofFormat
  const words = place.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.padEnd(least, '.').slice(0, Number(maxLength ?? words.length + 1_000))
}

function fitsPattern({ pattern }: Schema, value: unknown): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(String(value))
}

/** Whether a text is of a format, by its kind of characters. */
function looksLike(format: string, text: string): boolean {
  const marks: Record<string, RegExp> = {
    'idn-email': /@/,
    uri: /^https?:/,
    uuid: /^[0-9a-f-]{36}$/,
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /T.*Z$/,
  }
  return marks[format]?.test(text) ?? false
}
