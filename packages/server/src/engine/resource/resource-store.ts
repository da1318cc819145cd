import type { HistoryEntry, ListQuery, Page, PageQuery, Reference, Resource } from '@packhouse/contract'
import { sql, type Transaction } from 'kysely'
import type { CustomerScope, Database } from '../../platform/database.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Principal } from '../principal.ts'
import { ProblemError } from '../problem-error.ts'
import { type Computed, type ResourceRow, toColumns } from './columns.ts'
import { toProblemError } from './database-errors.ts'
import { readHistory } from './history.ts'
import { type ListRequest, listRows } from './list-rows.ts'
import { assertUnreferenced, findReferences } from './references.ts'
import { assertParent, assertReferred } from './referred.ts'
import { type Parent, Rows, type Values } from './rows.ts'

/** Reads and changes the rows of one resource. Every change is one transaction with its audit entry. */
export class ResourceStore {
  readonly resource: Resource
  /** All of them, to name what refers to a row and what it refers to. */
  readonly resources: readonly Resource[]
  readonly #database: Database
  /** Fields that are worked out when a row is read. */
  readonly computed: Computed
  /** Single rows, within a transaction of `read` or `write`. */
  readonly rows: Rows

  constructor(database: Database, resources: readonly Resource[], resource: Resource, computed: Computed = {}) {
    this.#database = database
    this.resources = resources
    this.resource = resource
    this.computed = computed
    this.rows = new Rows(resource, computed)
  }

  async list(principal: Principal, query: ListQuery, parent: Parent = {}): Promise<Page<ResourceRow>> {
    return await this.read(principal, async (db) => {
      await assertParent(db, this.resources, this.resource, parent)
      return await listRows(db, this.request(query, parent))
    })
  }

  /** What a list is read with. */
  request(query: ListQuery, parent: Parent): ListRequest {
    return { resource: this.resource, computed: this.computed, query, parent }
  }

  async get(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.read(principal, (db) => this.rows.find(db, id, parent))
  }

  /** What stands in the way of deleting the row. */
  async references(principal: Principal, id: string, parent: Parent = {}): Promise<Reference[]> {
    return await this.read(principal, async (db) => {
      await this.rows.find(db, id, parent)
      const counted = this.resource.traits.softDelete ? 'alive' : 'all'
      return await findReferences(db, this.resources, this.resource, id, counted)
    })
  }

  /** Who changed the row, newest first; a deleted row still tells. */
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
  async createIn(db: Transaction<Tables>, principal: Principal, draft: Values): Promise<ResourceRow> {
    await assertReferred(db, this.resources, this.resource, draft)
    return await this.rows.insert(db, principal, draft)
  }

  /** @throws ProblemError `stale` with the current row where it has changed since `rowVersion` */
  async update(principal: Principal, id: string, change: Values, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, (db) => this.updateIn(db, principal, id, change, parent))
  }

  /** Updates within a transaction that does more than this. */
  async updateIn(
    db: Transaction<Tables>,
    principal: Principal,
    id: string,
    change: Values,
    parent: Parent = {},
  ): Promise<ResourceRow> {
    const { rowVersion, ...values } = change
    const before = await this.rows.lock(db, id, parent)
    if (before.rowVersion !== rowVersion) {
      throw new ProblemError('stale', 'Compare your change with the current row and save again.', undefined, {
        current: before,
      })
    }
    await assertReferred(db, this.resources, this.resource, values, before)
    return await this.rows.change(
      db,
      principal,
      'update',
      before,
      toColumns(values, this.resource.fields),
      Object.keys(values),
    )
  }

  async remove(principal: Principal, id: string, parent: Parent = {}): Promise<void> {
    await this.write(principal, async (db) => {
      const { softDelete } = this.resource.traits
      const before = await this.rows.lockToDelete(db, id, parent)
      await assertUnreferenced(db, this.resources, this.resource, id, softDelete ? 'alive' : 'all')
      if (softDelete) await this.rows.change(db, principal, 'delete', before, [[sql.ref('deleted_at'), sql`now()`]])
      else await this.rows.erase(db, principal, 'delete', before)
    })
  }

  async restore(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, async (db) => {
      const before = await this.rows.lock(db, id, parent, 'only')
      await assertReferred(db, this.resources, this.resource, before)
      return await this.rows.change(db, principal, 'restore', before, [[sql.ref('deleted_at'), sql`null`]])
    })
  }

  async force(principal: Principal, id: string, parent: Parent = {}): Promise<void> {
    await this.write(principal, async (db) => {
      const before = await this.rows.lockToDelete(db, id, parent, 'with')
      await assertUnreferenced(db, this.resources, this.resource, id, 'all')
      await this.rows.erase(db, principal, 'force-delete', before)
    })
  }

  async read<T>(principal: Principal, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return await this.#database.inScope(scopeOf(principal), work, principal.userId)
  }

  /** Runs a change; what the database refuses becomes a problem at its field. */
  async write<T>(principal: Principal, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.#database.inScope(scopeOf(principal), work, principal.userId)
    } catch (error) {
      throw toProblemError(error, this.resource)
    }
  }
}

/** A customer's user is held to the customer's rows; whoever is staff has been admitted by permission before. */
function scopeOf(principal: Principal): CustomerScope {
  return principal.customerId === null ? 'all' : { customerId: principal.customerId }
}
