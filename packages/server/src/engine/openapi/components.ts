import { isJson, type Json, referencesIn } from './json.ts'

type Kind = 'schemas' | 'parameters' | 'responses' | 'headers'
type Wanted = readonly [string, ...string[]]

interface Part {
  kind: Kind
  wanted: Wanted
  value: Json
  name?: string
}

/** Only operations refer to these: they are written out where they are used once, and named when all uses are known. */
const ofOperations: readonly Kind[] = ['parameters', 'responses']

/** The parts of a document that have a name and are referred to. The same content has one name, whoever asks for it. */
export class Components {
  /** By reference. */
  readonly #parts = new Map<string, Part>()
  readonly #refs = new Map<string, string>()
  readonly #taken: Record<Kind, Set<string>> = {
    schemas: new Set(),
    parameters: new Set(),
    responses: new Set(),
    headers: new Set(),
  }

  /** A reference to a part. @param wanted its names, of which the first free one is taken */
  refer(kind: Kind, wanted: Wanted, value: Json, key = JSON.stringify(value)): { $ref: string } {
    const known = this.find(kind, key)
    if (known !== undefined) return known
    const isNamed = !ofOperations.includes(kind)
    const name = isNamed ? this.#take(kind, wanted) : String(this.#parts.size)
    const $ref = refOf(kind, name)
    this.#parts.set($ref, { kind, wanted, value, ...(isNamed && { name }) })
    this.#refs.set(`${kind} ${key}`, $ref)
    return { $ref }
  }

  /** A reference to the part that is there for a key. */
  find(kind: Kind, key: string): { $ref: string } | undefined {
    const $ref = this.#refs.get(`${kind} ${key}`)
    return $ref === undefined ? undefined : { $ref }
  }

  /** What a reference leads to; anything else is itself. */
  readonly resolve = (part: Json): Json => this.#parts.get(String(part.$ref))?.value ?? part

  /** The paths and all that they refer to, each kind in the order of its names. */
  finish(paths: Json): { paths: Json; components: Json } {
    const uses = new Map<string, number>()
    for (const ref of referencesIn(paths)) uses.set(ref, (uses.get(ref) ?? 0) + 1)
    // What is used most gets the plainest name.
    for (const [ref, count] of [...uses].sort(([, a], [, b]) => b - a)) {
      const part = this.#parts.get(ref)
      if (part !== undefined && count > 1) part.name ??= this.#take(part.kind, part.wanted)
    }
    const named = this.#withNames(paths) as Json
    return { paths: named, components: this.#referredBy(named) }
  }

  #withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#withNames(one))
    if (!isJson(value)) return value
    const part = this.#parts.get(String(value.$ref))
    if (part !== undefined && ofOperations.includes(part.kind))
      return part.name === undefined ? part.value : { $ref: refOf(part.kind, part.name) }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#withNames(one)]))
  }

  #referredBy(paths: Json): Json {
    const byName = new Map([...this.#parts.values()].map((part) => [refOf(part.kind, part.name ?? ''), part]))
    const found = new Map<Kind, Map<string, Json>>()
    const waiting = referencesIn(paths)
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      const part = byName.get(ref)
      const ofKind = part && (found.get(part.kind) ?? new Map<string, Json>())
      if (part?.name === undefined || ofKind === undefined || ofKind.has(part.name)) continue
      found.set(part.kind, ofKind.set(part.name, part.value))
      waiting.push(...referencesIn(part.value))
    }
    return Object.fromEntries(
      [...found].map(([kind, parts]) => [kind, Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))]),
    )
  }

  #take(kind: Kind, wanted: Wanted): string {
    const taken = this.#taken[kind]
    let name = wanted.find((one) => !taken.has(one))
    for (let number = 2; name === undefined; number++) {
      const numbered = `${wanted.at(-1)}${number}`
      if (!taken.has(numbered)) name = numbered
    }
    taken.add(name)
    return name
  }
}

function refOf(kind: Kind, name: string): string {
  return `#/components/${kind}/${name}`
}
