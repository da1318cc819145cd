type Schema = Readonly<Record<string, unknown>>

/** Values for the formats that say what a text is. */
const formats: Record<string, string> = {
  uuid: '01a1fee9-f627-7e75-b9b3-1aeec10ed458',
  'date-time': '2026-11-21T14:30:00Z',
  date: '2026-11-21',
  email: 'name@example.com',
  uri: 'https://example.com',
}

/**
 * A value that a schema takes, for people to read and to try. What the schema names as an example, or as its default,
 * comes first; the rest is made up from its kind.
 * @param name of the property, which replaces a text of no known format
 */
export function exampleOf(schema: Schema, name = 'text'): unknown {
  const { examples, type, anyOf, enum: choices } = schema
  if (Array.isArray(examples)) return examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (Array.isArray(choices)) return choices[0]
  const branch = (anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined
  if (branch !== undefined) {
    const option = branch.find(({ type: kind }) => kind !== 'null') ?? {}
    const made = exampleOf(option, name)
    const isWrong = typeof option.pattern === 'string' && !new RegExp(option.pattern, 'u').test(String(made))
    // Null is an example where no text can be made up.
    return isWrong && branch.some(({ type: kind }) => kind === 'null') ? null : made
  }
  if (type === 'object') return exampleOfObject(schema)
  if (type === 'array') return exampleOfArray(schema, name)
  if (type === 'integer' || type === 'number') return exampleOfNumber(schema)
  if (type === 'boolean') return true
  if (type === 'string') return exampleOfText(schema, name)
  return null
}

/** One entry, or as many as there must be. */
function exampleOfArray({ items = {}, minItems = 1 }: Schema, name: string): unknown[] {
  return Array.from({ length: Math.max(1, Number(minItems)) }, () => exampleOf(items as Schema, name))
}

function exampleOfObject({ properties = {}, propertyNames, additionalProperties }: Schema): Record<string, unknown> {
  const named = ((propertyNames as Schema | undefined)?.enum ?? []) as string[]
  const entries = [
    ...named.map((key): [string, Schema] => [key, (additionalProperties ?? {}) as Schema]),
    ...Object.entries(properties as Record<string, Schema>),
  ]
  return Object.fromEntries(entries.map(([key, property]) => [key, exampleOf(property, key)]))
}

/** A small number that people would take for one of the kind. */
function exampleOfNumber({ minimum, maximum, exclusiveMinimum }: Schema): number {
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  return Math.min(Math.max(1, Math.ceil(least)), Number(maximum ?? Number.MAX_SAFE_INTEGER))
}

function exampleOfText({ format, minLength, maxLength }: Schema, name: string): string {
  const known = formats[format as string]
  if (known !== undefined) return known
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? words.length + 1_000))
}
