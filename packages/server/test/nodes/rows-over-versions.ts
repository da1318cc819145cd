import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { writable } from '@packhouse/contract'
import { MIGRATIONS, numberOf, ownMigrations } from '../../src/platform/schema-state.ts'
import { ask, must, type Row } from '../conformance/support/ask.ts'
import { isFitted } from '../conformance/support/fitting.ts'
import { companionsOf, type Draft, Maker } from '../conformance/support/maker.ts'
import { exemplaryPlaces, mainPlaces, type Place } from '../conformance/support/places.ts'
import { WITHOUT_EDIT_LOCKS } from '../conformance/support/use-maker.ts'
import type { Caller } from '../support/caller.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'

/** How two versions read and change each other's rows. */
export interface RowsFound {
  /** Resources that both have. */
  compared: number
  /** What is not the same at both. */
  faults: string[]
}

/**
 * Makes a row of each resource at either version, and changes and deletes rows at the earlier one. Each is read at the other. Fields that the earlier version
 * does not have are not sent there, and have to stay as they are.
 * @param migration the newest that the earlier version knows
 */
export async function compareRows(
  nodes: TestNodes,
  earlier: TestNode,
  present: TestNode,
  migration: number,
): Promise<RowsFound> {
  const here = await nodes.signIn(present)
  const there = here.at({ port: await nodes.portOf(earlier) })
  const maker = new Maker({
    as: async () => here,
    user: (email: string) => nodes.user(present, email),
    sql: nodes.sql.bind(nodes),
  })
  const found: RowsFound = { compared: 0, faults: [] }
  const places = await placesSince(migration)
  await withoutEditLocks(nodes, async () => {
    for (const place of places) {
      if ((await ask(there, place, 'list')).status === 404) continue
      found.compared += 1
      const comparison = new Comparison(place, there, here, maker)
      await comparison.run().catch((error: Error) => comparison.faults.push(error.message))
      found.faults.push(...comparison.faults.map((fault) => `${place.path}: ${fault}`))
    }
  })
  return found
}

/** Of the resources whose rows can be created and read, the exemplary ones, and those of whose tables the migrations after this one speak. */
async function placesSince(migration: number): Promise<Place[]> {
  const names = (await ownMigrations()).filter((name) => numberOf(name) > migration)
  const texts = await Promise.all(names.map((name) => readFile(join(MIGRATIONS, name), 'utf8')))
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
  return mainPlaces
    .filter(({ calls }) => calls.create !== undefined && calls.get !== undefined && calls.list !== undefined)
    .filter((place) => exemplaryPlaces.includes(place) || words.has(place.resource.table))
}

/** Changes of projects need no edit lock while this runs. */
async function withoutEditLocks(nodes: TestNodes, run: () => Promise<void>): Promise<void> {
  const lock = `SELECT pg_get_functiondef('hold_edit_lock'::regproc) AS definition`
  const [own] = await nodes.sql<{ definition: string }>(lock)
  if (own === undefined) throw new Error('There is no edit lock.')
  await nodes.sql(WITHOUT_EDIT_LOCKS)
  await run().finally(() => nodes.sql(own.definition))
}

/** Of one resource. */
class Comparison {
  readonly faults: string[] = []
  readonly #place: Place
  readonly #earlier: Caller
  readonly #present: Caller
  readonly #maker: Maker

  constructor(place: Place, earlier: Caller, present: Caller, maker: Maker) {
    this.#place = place
    this.#earlier = earlier
    this.#present = present
    this.#maker = maker
  }

  async run(): Promise<void> {
    const { calls } = this.#place
    const made = await this.#maker.create(this.#place.resource, {}, 'full')
    const seen = await this.#readAt(this.#earlier, made)
    this.#compare('made by the present version', made, seen)
    if (calls.update !== undefined) await this.#change(made, seen)
    const theirs = await must(this.#earlier, this.#place, 'create', { body: await this.#draftFor(seen) })
    this.#compare('made by the earlier version', theirs, await this.#readAt(this.#present, theirs))
    if (calls.remove === undefined) return
    await must(this.#earlier, this.#place, 'remove', { params: { id: theirs.id } })
    const [here, there] = [await this.#statusAt(this.#present, theirs), await this.#statusAt(this.#earlier, theirs)]
    if (here !== there) this.faults.push(`deleted by the earlier version: ${here} and ${there}`)
  }

  /** The earlier version changes what it knows of a row. */
  async #change(made: Row, seen: Row): Promise<void> {
    const { resource } = this.#place
    if (isFitted(resource)) return
    const change: Draft = {}
    for (const [name, field] of Object.entries(writable(resource.fields, false))) {
      const isAlone = field.kind !== 'reference' && companionsOf(resource, name).length === 0
      if (!isAlone || !(name in seen)) continue
      change[name] = await this.#maker.otherValue(resource, name, made)
    }
    if (Object.keys(change).length === 0) return
    const body = { rowVersion: seen.rowVersion, ...change }
    const changed = await must(this.#earlier, this.#place, 'update', { params: { id: made.id }, body })
    const read = await this.#readAt(this.#present, made)
    this.#compare('changed by the earlier version', changed, read)
    for (const name of this.#fields()) {
      if (!(name in seen) && !isDeepStrictEqual(made[name], read[name])) this.faults.push(`${name} is lost by a change`)
    }
  }

  /** A minimal draft without fields that the earlier version does not have. */
  async #draftFor(seen: Row): Promise<Draft> {
    const draft = await this.#maker.draft(this.#place.resource)
    return Object.fromEntries(Object.entries(draft).filter(([name]) => name in seen))
  }

  #compare(what: string, one: Row, other: Row): void {
    for (const name of this.#fields()) {
      if (!(name in one && name in other) || isDeepStrictEqual(one[name], other[name])) continue
      this.faults.push(`${what}: ${name} is ${JSON.stringify(one[name])} and ${JSON.stringify(other[name])}`)
    }
  }

  /** Fields that change by what is asked alone. */
  #fields(): string[] {
    return ['id', 'rowVersion', ...Object.keys(writable(this.#place.resource.fields, true))]
  }

  async #readAt(caller: Caller, { id }: Row): Promise<Row> {
    return await must(caller, this.#place, 'get', { params: { id } })
  }

  async #statusAt(caller: Caller, { id }: Row): Promise<number> {
    return (await ask(caller, this.#place, 'get', { params: { id } })).status
  }
}
