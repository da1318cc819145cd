import { type Call, calls } from '@packhouse/contract'
import { expectationOf } from '../security/expectations.ts'
import { type Caller, type CallParts, pathOf } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'

/** The values of placeholders: by the path before the first of them, by the part of the path before each, or by their name. */
export type Places = Readonly<Record<string, readonly string[]>>

/** An answer, and to what. */
export interface Exit {
  name: string
  what: string
  answer: Answer
}

/** Calls that end the session of whoever makes them, or leave the product. */
const LEFT_OUT: ReadonlySet<string> = new Set(['logout', 'endMyOtherSessions'])
const LISTED = 3
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** Makes every call of the contract in the name of somebody, of the rows that are given or of the first that a list has. */
export class EveryExit {
  readonly #caller: Caller
  readonly #places: Places
  readonly #listed = new Map<string, Promise<string[]>>()

  constructor(caller: Caller, places: Places) {
    this.#caller = caller
    this.#places = places
  }

  /** Reads all there is to read, or all of one area. Streams are no answers. */
  async *read(area?: string): AsyncGenerator<Exit> {
    for (const [name, call] of Object.entries(calls)) {
      if (call.method !== 'GET' || call.answer === 'event-stream' || LEFT_OUT.has(name)) continue
      if (area !== undefined && call.area !== area) continue
      const { input = {} } = expectationOf(name, call)
      for (const params of await this.#fillings(call, input)) {
        for (const query of queriesOf(name, input)) yield await this.#ask(name, call, { params, query })
      }
    }
  }

  /** Sends what is wrong to all calls of an area that change something: what they answer is an exit too. */
  async *refused(
    area: string,
    methods: readonly string[],
    bodies: readonly unknown[],
    token: string,
  ): AsyncGenerator<Exit> {
    for (const [name, call] of Object.entries(calls)) {
      if (call.area !== area || !methods.includes(call.method)) continue
      const { input = {} } = expectationOf(name, call)
      for (const params of await this.#fillings(call, input)) {
        for (const body of [...bodies, input.body]) yield await this.#ask(name, call, { params, body }, token)
      }
    }
  }

  async #ask(name: string, call: Call, parts: CallParts, token?: string): Promise<Exit> {
    const path = pathOf(call, parts)
    const headers = token === undefined ? {} : { 'edit-lock': token }
    const answer = await this.#caller.request(path, { method: call.method, body: parts.body, headers })
    return { name, what: `${call.method} ${path} ${answer.status}`, answer }
  }

  /** Every way of filling in the placeholders of a path. */
  async #fillings(call: Call, input: CallParts): Promise<Record<string, string>[]> {
    let filled: Record<string, string>[] = [{}]
    const segments = call.path.split('/')
    for (const [place, segment] of segments.entries()) {
      if (!segment.startsWith('{')) continue
      const [before = '', name] = [segments[place - 1], segment.slice(1, -1)]
      const values = await this.#valuesOf(call, before, name, input)
      filled = filled.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    }
    return filled
  }

  async #valuesOf(call: Call, before: string, name: string, { params = {} }: CallParts): Promise<readonly string[]> {
    const collection = call.path.slice(0, call.path.indexOf('/{'))
    const known =
      (call.path.startsWith(`${collection}/{${name}}`) ? this.#places[collection] : undefined) ??
      this.#places[before] ??
      this.#places[name]
    if (known !== undefined) return known
    const listed = this.#listed.get(collection) ?? this.#list(collection)
    this.#listed.set(collection, listed)
    const ids = await listed
    return ids.length > 0 ? ids : [params[name] ?? UNKNOWN_ID]
  }

  async #list(path: string): Promise<string[]> {
    const { status, body } = await this.#caller.get(path)
    if (status !== 200) return []
    const rows = (body as { items?: { id?: unknown }[] } | null)?.items ?? []
    return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, LISTED)
  }
}

/** A list is asked as it is by itself, for its newest rows, and as each kind of file. */
function queriesOf(name: string, { query = {} }: CallParts): Record<string, string>[] {
  if (name.includes('.list')) return [query, { ...query, pageSize: '200', sort: '-createdAt' }]
  if (name.endsWith('.export')) return [query, { ...query, format: 'xlsx' }]
  return [query]
}
