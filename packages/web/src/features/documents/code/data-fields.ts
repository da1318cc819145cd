/** A part of a JSON Schema (2020-12), as far as it is needed to know which fields there are. */
interface Schema {
  type?: unknown
  description?: unknown
  properties?: unknown
  items?: unknown
  anyOf?: unknown
}

/** A field of the data at some place. */
export interface DataField {
  name: string
  /** Such as `string`, or `array`. */
  type: string
  description: string | undefined
}

/** How the data is read: `let d = json("data.json")`. */
const ROOT = /\blet\s+([A-Za-z_][\w-]*)\s*=\s*json\(\s*"data\.json"\s*\)/
const PATH = '([A-Za-z_][\\w-]*(?:\\.[\\w-]+)*)'
/** Names that stand for a part of the data: in `for row in d.rows` each row, in `let page = d.page` the page. */
const LOOP = new RegExp(`\\bfor\\s+([A-Za-z_][\\w-]*)\\s+in\\s+${PATH}`, 'g')
const LET = new RegExp(`\\blet\\s+([A-Za-z_][\\w-]*)\\s*=\\s*${PATH}(?![\\w(.])`, 'g')
/** Names that stand for names may stand for one another. */
const MOST_STEPS = 20

/**
 * The fields below a path such as `d.rows` or, within a loop over them, `row`.
 * @param source what stands before the place, which says what its names mean
 * @returns undefined where the path is not one of the data
 */
export function fieldsAt(schema: unknown, source: string, path: string): readonly DataField[] | undefined {
  const found = schemaAt(schema, source, path.split('.'), MOST_STEPS)
  if (found === undefined) return undefined
  const properties = propertiesOf(found)
  if (properties === undefined) return undefined
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeWord(field),
    description: typeof field.description === 'string' ? field.description : undefined,
  }))
}

function schemaAt(root: unknown, source: string, path: readonly string[], steps: number): Schema | undefined {
  const [first = '', ...rest] = path
  const start = steps > 0 ? namedSchema(root, source, first, steps) : undefined
  return rest.reduce<Schema | undefined>((schema, name) => {
    const properties = schema && propertiesOf(schema)
    return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
  }, start)
}

/** What a name stands for: all data, or a part that a loop or a `let` gave it; the last one before the place counts. */
function namedSchema(root: unknown, source: string, name: string, steps: number): Schema | undefined {
  if (name === (ROOT.exec(source)?.[1] ?? 'd')) return asSchema(root)
  const loop = [...source.matchAll(LOOP)].findLast(([, given]) => given === name)
  if (loop !== undefined) return itemsOf(schemaAt(root, source.slice(0, loop.index), pathOf(loop), steps - 1))
  const given = [...source.matchAll(LET)].findLast(([, one]) => one === name)
  return given && schemaAt(root, source.slice(0, given.index), pathOf(given), steps - 1)
}

function pathOf([, , path = '']: RegExpExecArray): readonly string[] {
  return path.split('.')
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Where something may be null, what it is else counts. */
function alternatives(schema: Schema): readonly Schema[] {
  if (!Array.isArray(schema.anyOf)) return [schema]
  return schema.anyOf.flatMap((one: unknown) => asSchema(one) ?? [])
}

function propertiesOf(schema: Schema): Record<string, Schema> | undefined {
  const found = alternatives(schema).map(({ properties }) => properties)
  const properties = found.find((one) => typeof one === 'object' && one !== null)
  if (properties === undefined || properties === null) return undefined
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, asSchema(field) ?? {}]))
}

function itemsOf(schema: Schema | undefined): Schema | undefined {
  return schema && alternatives(schema).flatMap(({ items }) => asSchema(items) ?? [])[0]
}

function typeWord(schema: Schema): string {
  const types = alternatives(schema).flatMap(({ type }) => type)
  return types.filter((type) => typeof type === 'string').join(' | ')
}
