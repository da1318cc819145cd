import { isDeepStrictEqual } from 'node:util'
import { type Field, type Resource, writable } from '@packhouse/contract'
import { toColumn } from '../../../src/engine/resource/columns.ts'
import type { Caller } from '../../support/caller.ts'
import type { TestApp } from '../../support/test-app.ts'
import { must, type Row } from './ask.ts'
import { Catalog, type UniqueIndex } from './catalog.ts'
import { agreementOf, areApart, besideOf, fitted, isFree, isPassing, lateEnough } from './fitting.ts'
import { mainPlaces, type Place, resourceNamed } from './places.ts'
import type { Referrer } from './referrers.ts'
import { SAMPLE_OPTION, sampleOf } from './samples.ts'

/** `minimal`: what has to be given; `full`: every field that can be. */
export type Extent = 'minimal' | 'full'
export type Draft = Record<string, unknown>
/** What is needed of a product in which rows are made. */
export type MakerApp = Pick<TestApp, 'as' | 'user' | 'sql'>

/** Makes valid drafts and rows of any resource from its declaration. What they refer to is made first. */
export class Maker {
  readonly catalog: Catalog
  readonly #app: MakerApp
  #count = 0

  constructor(app: MakerApp) {
    this.#app = app
    this.catalog = new Catalog(app)
  }

  async staff(): Promise<Caller> {
    return await this.#app.as('staff')
  }

  /** Creates a row at its main address. @param given values that are not to be made up */
  async create(resource: Resource, given: Draft = {}, extent: Extent = 'minimal'): Promise<Row> {
    const body = await this.draft(resource, given, extent)
    return await must(await this.staff(), mainPlaceOf(resource), 'create', { body })
  }

  /** A valid draft, of which all that must be unique is free. */
  async draft(resource: Resource, given: Draft = {}, extent: Extent = 'minimal'): Promise<Draft> {
    const draft = fitted(resource, given)
    const n = ++this.#count
    for (const name of wantedFields(resource, given, extent)) {
      if (!(name in draft)) draft[name] = await this.value(resource, name, n, draft)
    }
    await this.#makeUnique(resource, given, draft)
    await this.#makeNamed(resource, draft)
    return draft
  }

  /** Valid values of some fields, which agree with each other. */
  async complete(resource: Resource, names: readonly string[]): Promise<Draft> {
    const draft: Draft = {}
    const n = ++this.#count
    for (const name of names) draft[name] = await this.value(resource, name, n, draft)
    return draft
  }

  /** The references that a minimal draft has to have, for many drafts to share: not those that no two rows may agree in. */
  async references(resource: Resource): Promise<Draft> {
    const draft = await this.draft(resource)
    const shared = Object.entries(draft).filter(([name]) => isReference(resource, name) && !isUnique(resource, name))
    return Object.fromEntries(shared)
  }

  /** What a draft needs so that it may refer to the row: nothing instead of it, and the references that both have. */
  referring({ resource, field, target, to }: Referrer, row: Row): Draft {
    const instead = bound(resource, field).instead.map((name) => [name, null])
    const shared = sharedReferences(resource, to).flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))
    return { ...Object.fromEntries([...instead, ...shared]), [field]: row[target] }
  }

  /** Removes a row that has served, so that what must be unique stays free. */
  async discard(resource: Resource, row: unknown): Promise<void> {
    await this.#app.sql(`DELETE FROM ${resource.table} WHERE id = $1`, [(row as Row).id])
  }

  /** The id of a row that was deleted and is still there; undefined if there can be none. */
  async deletedId(resource: Resource | undefined): Promise<string | undefined> {
    if (resource?.traits.softDelete !== true) return undefined
    const { id } = await this.create(resource)
    await must(await this.staff(), mainPlaceOf(resource), 'remove', { params: { id } })
    return id
  }

  /** A valid value of a field. @param draft what it has to agree with; undefined numbers count on */
  async value(resource: Resource, name: string, n = ++this.#count, draft: Draft = {}): Promise<unknown> {
    const field = resource.fields[name]
    if (field === undefined) throw new Error(`${resource.name} has no ${name}.`)
    if (field.kind === 'reference') return await this.#referred(resource, name, field, draft)
    const related = resourceNamed(resource.traits.relations?.[name]?.to)
    if (related !== undefined) return [(await this.create(related))[related.label]]
    const key = (await this.catalog.foreignKeys(resource.table)).find(({ column }) => column === toColumn(name))
    if (key === undefined) {
      const sample = sampleOf(field, n)
      return isPassing(resource, name, sample) ? lateEnough(resource, name, sample) : sampleOf(field, n + 1)
    }
    // Sample prices have decimals, and not every currency has.
    const those = key.targetTable === 'currency' ? 'WHERE minor_units > 0' : ''
    const rows = await this.#app.sql<{ value: unknown }>(
      `SELECT "${key.targetColumn}" AS value FROM ${key.targetTable} ${those} ORDER BY id`,
    )
    // Two fields of one draft that name rows of the same table name different ones.
    return rows[(n + Object.keys(resource.fields).indexOf(name)) % rows.length]?.value
  }

  /** A value of a field that the row does not have: what is as it is changes nothing. */
  async otherValue(resource: Resource, name: string, before: Row): Promise<unknown> {
    for (let attempt = 0; attempt < 8; attempt++) {
      const value = await this.value(resource, name, undefined, before)
      if (!isDeepStrictEqual(value, before[name])) return value
    }
    throw new Error(`${resource.name}.${name} has one value alone: teach samples.ts another.`)
  }

  /** The id of a new row of what a field refers to. It agrees with the draft in the references that both have. */
  async #referred(resource: Resource, name: string, field: Field, draft: Draft): Promise<string> {
    const target = resourceNamed(field.refersTo)
    if (target !== undefined) {
      const shared = sharedReferences(resource, target).filter((one) => draft[one] != null)
      const given = Object.fromEntries(shared.map((one) => [one, draft[one]]))
      return (await this.create(target, { ...given, ...(await this.#agreed(resource, name, draft)) })).id
    }
    if (field.refersTo !== 'user') throw new Error(`Nobody knows how to make a ${field.refersTo}: teach maker.ts.`)
    const [user] = await this.#app.sql<{ id: string }>(
      `INSERT INTO user_account (email, first_name, last_name) VALUES ($1, 'Sample', 'User') RETURNING id`,
      [`sample.${++this.#count}@packhouse.example`],
    )
    return user?.id ?? ''
  }

  /** The reference that the row to be made shares with what the draft refers to already. */
  async #agreed(resource: Resource, name: string, draft: Draft): Promise<Draft> {
    const agreement = agreementOf(resource, name)
    for (const other of agreement?.with ?? []) {
      const target = resourceNamed(resource.fields[other]?.refersTo)
      if (agreement === undefined || target === undefined || draft[other] == null) continue
      const sql = `SELECT "${toColumn(agreement.by)}" AS value FROM ${target.table} WHERE id = $1`
      const [row] = await this.#app.sql<{ value: string }>(sql, [draft[other]])
      if (row !== undefined) return { [agreement.by]: row.value }
    }
    return {}
  }

  /** Rows that a draft names otherwise than by a reference, or whose values decide what it may have. */
  async #makeNamed(resource: Resource, draft: Draft): Promise<void> {
    const definition = resourceNamed('optionDefinition')
    if (definition === undefined) return
    if (resource.name === 'machineOption' && typeof draft.choice === 'string') {
      const fitting = await this.#app.sql('SELECT FROM option_definition WHERE id = $1 AND $2 = ANY (choices)', [
        draft.definitionId,
        draft.choice,
      ])
      const made = { inputKind: 'choice', choices: [draft.choice] }
      if (fitting.length === 0) draft.definitionId = (await this.create(definition, made)).id
    }
    if (resource.name !== 'machineOptionRule') return
    // One option that goes from machine to machine: the rules that named it before are gone or are not changed again.
    await this.#app.sql(
      `INSERT INTO machine_option (id, machine_id, definition_id, name, availability) 
       SELECT $1, id, $3, 'Sample', 'optional' FROM library_machine WHERE id = $2
       ON CONFLICT (id) DO UPDATE SET machine_id = EXCLUDED.machine_id`,
      [SAMPLE_OPTION, draft.machineId, (await this.create(definition)).id],
    )
  }

  async #makeUnique(resource: Resource, given: Draft, draft: Draft): Promise<void> {
    for (const index of await this.catalog.uniqueIndexes(resource.table)) {
      const names = fieldsOf(resource, index)
      const free = names.filter((name) => name in draft && !(name in given))
      while (free.length > 0 && (await this.#isTaken(resource, index, names, draft))) {
        for (const name of free) draft[name] = await this.value(resource, name, ++this.#count, draft)
      }
    }
  }

  async #isTaken(resource: Resource, index: UniqueIndex, names: string[], draft: Draft): Promise<boolean> {
    if (names.length < index.columns.length || names.some((name) => draft[name] == null)) return false
    const same = names.map((name, place) => `fold_case("${toColumn(name)}"::text) = fold_case($${place + 1}::text)`)
    const sql = `SELECT FROM ${resource.table} WHERE ${same.join(' AND ')}`
    const values = names.map((name) => draft[name])
    return (await this.#app.sql(sql, values)).length > 0
  }

  /** Somebody new with exactly these permissions. @param customer code of the customer whose user it is; staff without */
  async account(permissions: readonly string[], customer?: string): Promise<Caller> {
    const name = `account.${++this.#count}`
    await this.#app.sql(
      `WITH made AS (
         INSERT INTO user_account (email, first_name, last_name, customer_id)
         SELECT $1, 'Sample', 'Account', (SELECT id FROM customer WHERE code = $2) RETURNING id
       ), known AS (INSERT INTO user_credential (user_id, password_hash)
         SELECT made.id, password_hash FROM made, (SELECT password_hash FROM user_credential LIMIT 1)
       ), named AS (INSERT INTO role (name) VALUES ($1) RETURNING id
       ), granted AS (INSERT INTO role_permission SELECT named.id, unnest($3::text[]) FROM named)
       INSERT INTO user_role SELECT made.id, named.id FROM made, named`,
      [`${name}@packhouse.example`, customer ?? null, permissions],
    )
    return await this.#app.user(`${name}@packhouse.example`)
  }
}

export function mainPlaceOf(resource: Resource): Place {
  const found = mainPlaces.find((place) => place.resource === resource)
  if (found === undefined) throw new Error(`${resource.name} is served nowhere.`)
  return found
}

/** The fields of which a unique index is made. */
export function fieldsOf(resource: Resource, { columns }: UniqueIndex): string[] {
  return Object.keys(resource.fields).filter((name) => columns.includes(toColumn(name)))
}

function isReference(resource: Resource, name: string): boolean {
  return resource.fields[name]?.kind === 'reference'
}

/** Whether a rule against duplicates is about the field, so that many rows cannot share a value. */
export function isUnique({ rules }: Resource, name: string): boolean {
  return Object.values(rules).some(({ code, fields }) => code === 'duplicate' && fields.includes(name))
}

/** Other fields of rules over several fields: given together with this one, or, for references, instead of it. */
export function bound(resource: Resource, name: string): { together: string[]; instead: string[] } {
  const rules = Object.values(resource.rules).filter(({ fields, code }) => code === 'rule' && fields.includes(name))
  const others = rules.flatMap(({ fields }) => fields.filter((other) => other !== name))
  return isReference(resource, name)
    ? { together: [], instead: others }
    : { together: [...others, ...besideOf(resource, name)], instead: [] }
}

/** What a draft needs so that a field can be given: its companions, and the references it has to agree with. */
export function companionsOf(resource: Resource, name: string): string[] {
  const target = resourceNamed(resource.fields[name]?.refersTo)
  const shared = target === undefined ? [] : sharedReferences(resource, target).filter((other) => other !== name)
  // Of references that stand instead of each other only the first can be given.
  const given = shared.filter(
    (other, place) =>
      !bound(resource, other).instead.some((one) => shared.indexOf(one) < place && shared.includes(one)),
  )
  return [...bound(resource, name).together, ...given]
}

/** The values of some fields of a row, with the references that they have to agree with. */
export function withCompanions(resource: Resource, row: Row, names: readonly string[]): Draft {
  const companions = names.filter((name) => isReference(resource, name)).flatMap((name) => companionsOf(resource, name))
  return Object.fromEntries([...names, ...companions].map((name) => [name, row[name]]))
}

/** Fields by which two resources refer to the same: a machine and its location to a customer. */
function sharedReferences(one: Resource, other: Resource): string[] {
  if (areApart(one, other)) return []
  return Object.keys(writable(one.fields, true)).filter(
    (name) =>
      isReference(one, name) && one.fields[name]?.refersTo === other.fields[name]?.refersTo && !isFree(one, name),
  )
}

function wantedFields(resource: Resource, given: Draft, extent: Extent): string[] {
  const fields = writable(resource.fields, true)
  const names = Object.keys(fields)
  const isWanted = (name: string, field: Field) => {
    const { instead, together } = bound(resource, name)
    if (instead.length > 0) {
      const isFirst = instead.every((other) => names.indexOf(other) > names.indexOf(name))
      return isFirst && instead.every((other) => given[other] == null)
    }
    const isNeeded = field.required && !('fallback' in field)
    return extent === 'full' || isNeeded || together.some((other) => given[other] != null)
  }
  return names.filter((name) => isWanted(name, fields[name] as Field))
}
