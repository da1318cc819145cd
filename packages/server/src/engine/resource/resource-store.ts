import type { FieldError, HistoryEntry, ListQuery, Page, PageQuery, Reference, Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database.ts'
import { actorOf, type Principal, rowScope } from '../principal.ts'
import { ProblemError } from '../problem-error.ts'
import { assertAsRead } from './as-read.ts'
import type { Behaviour, ExtraColumns, Guard } from './behaviour.ts'
import { assertCallable } from './called-addresses.ts'
import { enterParent, isChild, lockParent, placeInList } from './children/ownership.ts'
import { readChildren, splitLists } from './children/read-children.ts'
import { changesList, removeChildren, saveList } from './children/save-children.ts'
import { type Computed, type ResourceRow, toColumns } from './columns.ts'
import { assertDisclosed, withoutHidden } from './confidential.ts'
import { toProblemError } from './database-errors.ts'
import { differing } from './differing.ts'
import { readHistory } from './history.ts'
import { assertNotFrozen } from './lifecycle.ts'
import { type ListRequest, listRows } from './list-rows.ts'
import { asReferences, deleteParts, findParts, idsOfParts, restoreParts } from './parts.ts'
import { assertUnreferenced, findReferences } from './references.ts'
import { assertParent, assertReferred } from './referred.ts'
import { type Parent, Rows, type Values } from './rows.ts'
import { assertWanted, isWanted } from './stale.ts'

/** Reads and changes the rows of one resource. Every change is one transaction with its audit entry. */
export class ResourceStore {
  readonly resource: Resource
  /** All of them, to name what refers to a row and what it refers to. */
  readonly resources: readonly Resource[]
  readonly #database: Database
  readonly behaviour: Behaviour
  /** Fields that are computed when a row is read. */
  readonly computed: Computed
  /** What is asked before a transition, by name. */
  readonly guards: Readonly<Record<string, Guard>>
  /** Columns of its files that are no fields. */
  readonly extra: ExtraColumns | undefined
  /** Single rows, within a transaction of `read` or `write`. */
  readonly rows: Rows

  constructor(
    database: Database,
    resources: readonly Resource[],
    resource: Resource,
    behaviour: Behaviour = { computed: {}, guards: {} },
  ) {
    this.#database = database
    this.resources = resources
    this.resource = resource
    this.behaviour = behaviour
    this.computed = behaviour.computed[resource.name] ?? {}
    this.guards = behaviour.guards[resource.name] ?? {}
    this.extra = behaviour.extraColumns?.[resource.name]
    this.rows = new Rows(resource, this.computed)
  }

  async list(principal: Principal, query: ListQuery, parent: Parent = {}): Promise<Page<ResourceRow>> {
    return await this.read(principal, async (db) => {
      await assertParent(db, this.resources, this.resource, parent)
      return await listRows(db, await this.checked(db, query, parent))
    })
  }

  /** What a list is read with. */
  request(query: ListQuery, parent: Parent): ListRequest {
    const { filters, listed } = this.behaviour
    const { name } = this.resource
    return {
      resource: this.resource,
      computed: this.computed,
      filters: filters?.[name] ?? {},
      listed: listed?.[name],
      query,
      parent,
    }
  }

  /**
   * What a list is read with, of which somebody has chosen the filters.
   * @throws ProblemError `invalid_request` at every filter whose values the area refuses
   */
  async checked(db: Transaction, query: ListQuery, parent: Parent): Promise<ListRequest> {
    const checks = Object.entries(this.behaviour.filterChecks?.[this.resource.name] ?? {})
    const errors: FieldError[] = []
    for (const [name, check] of checks) {
      const values = (query.filters[name] ?? []).filter((value) => value !== null)
      if (values.length > 0) errors.push(...(await check(db, values)))
    }
    if (errors.length > 0) {
      const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
      throw new ProblemError('invalid_request', detail, errors)
    }
    return this.request(query, parent)
  }

  async get(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.read(principal, async (db) => this.whole(db, await this.rows.find(db, id, parent)))
  }

  /** A row with its lists of children. */
  async whole(db: Transaction, row: ResourceRow): Promise<ResourceRow> {
    return { ...row, ...(await readChildren(db, this.resource, this.behaviour, row.id)) }
  }

  /** What refers to the row, and what becomes of it when that is deleted. */
  async references(principal: Principal, id: string, parent: Parent = {}): Promise<Reference[]> {
    return await this.read(principal, async (db) => {
      await this.rows.find(db, id, parent)
      const counted = this.resource.traits.softDelete ? 'alive' : 'all'
      const isNamed = readableBy(principal)
      const found = await findParts(db, this, principal, id)
      const asked = { counted, holders: true, isNamed, parts: idsOfParts(found) } as const
      const others = await findReferences(db, this.resources, this.resource, id, asked)
      return [...others, ...asReferences(this, found, isNamed)]
    })
  }

  /** Who changed the row, newest first; a deleted row still reports. */
  async history(principal: Principal, id: string, query: PageQuery, parent: Parent = {}): Promise<Page<HistoryEntry>> {
    return await this.read(principal, async (db) => {
      await this.rows.find(db, id, parent, 'with')
      return await readHistory(db, this.resource, id, query)
    })
  }

  async create(principal: Principal, draft: Values, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, async (db) => {
      await assertParent(db, this.resources, this.resource, parent)
      return await this.createIn(db, principal, { ...draft, ...parent })
    })
  }

  /** Creates within a transaction that does more than this. */
  async createIn(db: Transaction, principal: Principal, draft: Values): Promise<ResourceRow> {
    const { own, lists } = splitLists(this.resource, draft)
    this.#assertCallable(own)
    await enterParent(db, principal, this, own)
    await assertReferred(db, this.resources, this.resource, own)
    const row = await this.rows.insert(db, principal, { ...own, ...(await placeInList(db, this, own)) })
    await assertDisclosed(db, this.resource, this.behaviour, new Map([[row.id, own]]))
    return await this.#saveLists(db, principal, row, lists)
  }

  /** @throws ProblemError `stale` or `precondition_failed` with the current row where it is another than the request names */
  async update(principal: Principal, id: string, change: Values, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, (db) => this.updateIn(db, principal, id, change, parent))
  }

  /** Updates within a transaction that does more than this. What changes nothing leaves the row as it is. */
  async updateIn(
    db: Transaction,
    principal: Principal,
    id: string,
    change: Values,
    parent: Parent = {},
  ): Promise<ResourceRow> {
    const { rowVersion, ...values } = change
    const { own: sent, lists } = splitLists(this.resource, values)
    const child = isChild(this) ? await this.rows.find(db, id, parent) : undefined
    if (child !== undefined) await lockParent(db, this, child)
    const before = await this.rows.lock(db, id, parent)
    await this.#assertWanted(db, principal, before, rowVersion)
    const own = await withoutHidden(db, this.resource, this.behaviour, id, sent)
    if (await this.#changesNothing(db, before, own, lists)) return await this.whole(db, before)
    if (child !== undefined) await enterParent(db, principal, this, before)
    await assertReferred(db, this.resources, this.resource, own, { before })
    this.#assertCallable(own)
    const pairs = toColumns(own, this.resource.fields)
    const row = await this.rows.change(db, principal, 'update', before, pairs, Object.keys(own))
    await assertDisclosed(db, this.resource, this.behaviour, new Map([[id, own]]))
    return await this.#saveLists(db, principal, row, lists)
  }

  #assertCallable(values: Values): void {
    assertCallable(this.resource, values, this.behaviour.allowsPrivateAddresses === true)
  }

  /** @throws ProblemError where the row is not as the request says, in its version or in what nobody may set */
  async #assertWanted(db: Transaction, principal: Principal, row: ResourceRow, rowVersion?: unknown): Promise<void> {
    if (!isWanted(principal, row, rowVersion)) assertWanted(principal, await this.whole(db, row), rowVersion)
    const { asRead = [] } = principal.conditions ?? {}
    if (asRead.length > 0) assertAsRead(this.resource, await this.whole(db, row), asRead)
  }

  async #changesNothing(
    db: Transaction,
    before: ResourceRow,
    own: Values,
    lists: Record<string, Values[]>,
  ): Promise<boolean> {
    if (Object.keys(differing(this.resource.fields, own, before)).length > 0) return false
    for (const [name, given] of Object.entries(lists)) {
      if (await changesList(db, this, { parentId: before.id, name, given, unknownIds: 'refuse' })) return false
    }
    return true
  }

  /** Locks a row that is changed, and before it the one that it is a part of. */
  async lock(db: Transaction, principal: Principal, id: string, parent: Parent): Promise<ResourceRow> {
    await this.#enterParent(db, principal, id, parent)
    return await this.rows.lock(db, id, parent)
  }

  async #enterParent(db: Transaction, principal: Principal, id: string, parent: Parent): Promise<void> {
    if (!isChild(this)) return
    await enterParent(db, principal, this, await this.rows.find(db, id, parent))
  }

  async #saveLists(
    db: Transaction,
    principal: Principal,
    row: ResourceRow,
    lists: Record<string, Values[]>,
  ): Promise<ResourceRow> {
    for (const [name, given] of Object.entries(lists)) {
      await saveList(db, principal, this, { parentId: row.id, name, given, unknownIds: 'refuse' })
    }
    return await this.whole(db, await this.#workedOut(db, row))
  }

  /** A changed row with what follows from the change. */
  async #workedOut(db: Transaction, row: ResourceRow): Promise<ResourceRow> {
    const afterChanges = this.behaviour.afterChanges?.[this.resource.name]
    if (afterChanges === undefined) return row
    await afterChanges(db)
    return await this.rows.find(db, row.id, {}, 'with')
  }

  /** @param withParts whether the parts of the row are deleted with it */
  async remove(principal: Principal, id: string, parent: Parent = {}, withParts = false): Promise<void> {
    await this.write(principal, async (db) => {
      const { softDelete } = this.resource.traits
      await this.#enterParent(db, principal, id, parent)
      const before = await this.rows.lockToDelete(db, id, parent)
      await this.#assertWanted(db, principal, before)
      assertNotFrozen(this.resource, before)
      const counted = softDelete ? 'alive' : 'all'
      const parts = withParts ? await findParts(db, this, principal, id, sql`FOR UPDATE`) : []
      const asked = { counted, holders: true, isNamed: readableBy(principal), parts: idsOfParts(parts) } as const
      await assertUnreferenced(db, this.resources, this.resource, id, asked)
      await deleteParts(db, this, principal, parts)
      if (softDelete) await this.rows.change(db, principal, 'delete', before, [[sql.ref('deleted_at'), sql`now()`]])
      else await this.#erase(db, principal, 'delete', before)
    })
  }

  async restore(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, async (db) => {
      const before = await this.rows.lock(db, id, parent, 'only')
      await this.#assertWanted(db, principal, before)
      await assertReferred(db, this.resources, this.resource, before)
      await restoreParts(db, this, principal, id)
      const row = await this.rows.change(db, principal, 'restore', before, [[sql.ref('deleted_at'), sql`null`]])
      return await this.whole(db, await this.#workedOut(db, row))
    })
  }

  async force(principal: Principal, id: string, parent: Parent = {}): Promise<void> {
    await this.write(principal, async (db) => {
      const before = await this.rows.lockToDelete(db, id, parent, 'with')
      await this.#assertWanted(db, principal, before)
      assertNotFrozen(this.resource, before)
      const asked = { counted: 'all', holders: false, isNamed: readableBy(principal) } as const
      await assertUnreferenced(db, this.resources, this.resource, id, asked)
      await this.#erase(db, principal, 'force-delete', before)
    })
  }

  async #erase(
    db: Transaction,
    principal: Principal,
    action: 'delete' | 'force-delete',
    before: ResourceRow,
  ): Promise<void> {
    await removeChildren(db, principal, this, before.id)
    await this.rows.erase(db, principal, action, [before])
  }

  async read<T>(principal: Principal, work: (db: Transaction) => Promise<T>): Promise<T> {
    return await this.#database.inScope(rowScope(principal), work, actorOf(principal))
  }

  /** What is wrong with the changes of this transaction as a whole. */
  async changeFaults(db: Transaction): Promise<FieldError[]> {
    return (await this.behaviour.changeChecks?.[this.resource.name]?.(db)) ?? []
  }

  /** Runs a change; what the database refuses becomes a problem at its field, and so does what the area finds wrong with it as a whole. */
  async write<T>(principal: Principal, work: (db: Transaction) => Promise<T>): Promise<T> {
    const scope = rowScope(principal)
    const changing = this.#database.inScope(scope, (db) => this.#checked(db, work), actorOf(principal))
    const result = await changing.catch((error: unknown) => {
      throw toProblemError(error, this.resource)
    })
    await this.behaviour.committed?.[this.resource.name]?.()
    return result
  }

  async #checked<T>(db: Transaction, work: (db: Transaction) => Promise<T>): Promise<T> {
    const result = await work(db)
    await this.behaviour.afterChanges?.[this.resource.name]?.(db)
    const faults = await this.changeFaults(db)
    if (faults.length === 0) return result
    throw new ProblemError('invalid_request', faults.map(({ message }) => message).join(' '), faults)
  }
}

/** Whether somebody may read the rows of a resource, and so their names. */
function readableBy({ permissions }: Principal): (resource: Resource) => boolean {
  return ({ name }) => permissions.has(`${name}.read`)
}
