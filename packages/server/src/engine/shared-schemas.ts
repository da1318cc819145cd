type Json = Record<string, unknown>

/** Shorter ones are read more easily where they are used. */
const LONG = 400

/**
 * The schemas of a document that are named once and referred to. The rows of a resource are in a dozen answers: written out in each, they made the document five
 * times as long, and its page slow.
 */
export class SharedSchemas {
  readonly #names = new Map<string, string>()
  readonly schemas: Record<string, Json> = {}

  /**
   * The schema with a reference in the place of every long object in it, itself included.
   * @param name of a new one, such as that of the operation
   */
  shared(schema: Json, name: string): Json {
    const parts = mapValues(schema, (value, key) => this.#within(value, `${name}.${key}`))
    const text = JSON.stringify(parts)
    return parts.type === 'object' && text.length > LONG ? { $ref: this.#referenceTo(parts, text, name) } : parts
  }

  #within(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((one, place) => this.#within(one, `${name}${place}`))
    return isObject(value) ? this.shared(value, name) : value
  }

  #referenceTo(schema: Json, text: string, wanted: string): string {
    const name = this.#names.get(text) ?? this.#free(wanted.replaceAll('.properties.', '.').replaceAll(/[^\w.-]/g, ''))
    this.#names.set(text, name)
    this.schemas[name] = schema
    return `#/components/schemas/${name}`
  }

  #free(wanted: string, count = 1): string {
    const name = count === 1 ? wanted : `${wanted}${count}`
    return name in this.schemas ? this.#free(wanted, count + 1) : name
  }
}

function mapValues(object: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
