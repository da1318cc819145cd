import type { DropdownEntry, ListQuery, Page, Resource } from '@packhouse/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { CustomerScope, Database } from '../../platform/database.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Principal } from '../principal.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import { type AuditAction, writeAudit } from './audit.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toColumns, toRow } from './columns.ts'
import { toProblemError } from './database-errors.ts'
import { listRows } from './list-rows.ts'
import { assertUnreferenced } from './references.ts'

export type Parent = Record<string, string>
type Values = Record<string, unknown>

/** Reads and changes the rows of one resource. Every change is one transaction with its audit entry. */
export class ResourceStore {
  readonly resource: Resource
  readonly #database: Database
  readonly #resources: readonly Resource[]
  readonly #computed: Computed

  /** @param resources all of them, to name what refers to a row */
  constructor(database: Database, resources: readonly Resource[], resource: Resource, computed: Computed = {}) {
    this.#database = database
    this.#resources = resources
    this.resource = resource
    this.#computed = computed
  }

  async list(principal: Principal, query: ListQuery, parent: Parent = {}): Promise<Page<ResourceRow>> {
    const { resource } = this
    return await this.read(principal, (db) => listRows(db, { resource, computed: this.#computed, query, parent }))
  }

  async get(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.read(principal, (db) => this.#find(db, id, parent))
  }

  async create(principal: Principal, draft: Values): Promise<ResourceRow> {
    return await this.write(principal, (db) => this.createIn(db, principal, draft))
  }

  /** Creates within a transaction that does more than this. */
  async createIn(db: Transaction<Tables>, principal: Principal, draft: Values): Promise<ResourceRow> {
    const pairs = toColumns({ ...draft, createdBy: principal.userId, updatedBy: principal.userId })
    const after = await this.#returning(
      db,
      sql`
      INSERT INTO ${this.#table} (${sql.join(pairs.map(([column]) => column))})
      VALUES (${sql.join(pairs.map(([, value]) => value))})`,
    )
    assertThat(after, 'internal')
    await writeAudit(db, principal, this.resource, 'create', undefined, after)
    return after
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
    const before = await this.#lock(db, id, parent)
    if (before.rowVersion !== rowVersion) {
      throw new ProblemError('stale', 'Compare your change with the current row and save again.', undefined, {
        current: before,
      })
    }
    return await this.#change(db, principal, 'update', before, toColumns(values))
  }

  async remove(principal: Principal, id: string, parent: Parent = {}): Promise<void> {
    await this.write(principal, async (db) => {
      const before = await this.#lock(db, id, parent)
      await assertUnreferenced(db, this.#resources, this.resource, id)
      if (this.resource.traits.softDelete)
        await this.#change(db, principal, 'delete', before, [[sql.ref('deleted_at'), sql`now()`]])
      else await this.#erase(db, principal, 'delete', before)
    })
  }

  async restore(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    return await this.write(principal, async (db) => {
      const before = await this.#lock(db, id, parent, 'only')
      return await this.#change(db, principal, 'restore', before, [[sql.ref('deleted_at'), sql`null`]])
    })
  }

  async force(principal: Principal, id: string, parent: Parent = {}): Promise<void> {
    await this.write(principal, async (db) => {
      const before = await this.#lock(db, id, parent, 'with')
      await assertUnreferenced(db, this.#resources, this.resource, id, 'all')
      await this.#erase(db, principal, 'force-delete', before)
    })
  }

  /** Gives the row the flag and takes it from the one that had it. A lock makes two that come at once follow each other. */
  async setPrimary(principal: Principal, id: string, parent: Parent = {}): Promise<ResourceRow> {
    const { setPrimary } = this.resource.traits
    assertThat(setPrimary, 'internal')
    const flag = sql.ref(toColumn(setPrimary.flag))
    return await this.write(principal, async (db) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext(${`primary:${this.resource.name}`}))`.execute(db)
      const before = await this.#lock(db, id, parent)
      const same = setPrimary.within.map((name) => sql`${sql.ref(toColumn(name))} IS NOT DISTINCT FROM ${before[name]}`)
      const others = sql.join([sql`${flag}`, sql`id <> ${id}`, ...same], sql` AND `)
      await sql`UPDATE ${this.#table} SET ${flag} = false, row_version = row_version + 1 WHERE ${others}`.execute(db)
      return await this.#change(db, principal, 'set-primary', before, [[flag, sql`true`]])
    })
  }

  async dropdown(principal: Principal, parent: Parent = {}): Promise<DropdownEntry[]> {
    const { fields, label, sublabel, traits } = this.resource
    const wanted = [
      sql`true`,
      ...(traits.softDelete ? [sql`deleted_at IS NULL`] : []),
      ...('active' in fields ? [sql`active`] : []),
    ]
    const own = Object.entries(parent).map(([name, value]) => sql`${sql.ref(toColumn(name))} = ${value}`)
    return await this.read(principal, async (db) => {
      const { rows } = await sql<DropdownEntry>`
        SELECT id, ${sql.ref(toColumn(label))} AS label, ${sublabel ? sql.ref(toColumn(sublabel)) : sql`null`} AS sublabel
        FROM ${this.#table} WHERE ${sql.join([...wanted, ...own], sql` AND `)} ORDER BY 2, 1
      `.execute(db)
      return rows
    })
  }

  async read<T>(principal: Principal, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return await this.#database.inScope(scopeOf(principal), work)
  }

  /** Runs a change; what the database refuses becomes a problem at its field. */
  async write<T>(principal: Principal, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.#database.inScope(scopeOf(principal), work)
    } catch (error) {
      throw toProblemError(error, this.resource)
    }
  }

  get #table() {
    return sql.table(this.resource.table)
  }

  async #find(
    db: Transaction<Tables>,
    id: string,
    parent: Parent,
    deleted = 'without',
    lock = sql``,
  ): Promise<ResourceRow> {
    const parts = [
      sql`id = ${id}`,
      ...Object.entries(parent).map(([name, value]) => sql`${sql.ref(toColumn(name))} = ${value}`),
    ]
    if (this.resource.traits.softDelete && deleted !== 'with') {
      parts.push(deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
    }
    const { rows } = await sql<Values>`
      SELECT ${selectList(this.resource, this.#computed)} FROM ${this.#table} WHERE ${sql.join(parts, sql` AND `)} ${lock}
    `.execute(db)
    const [row] = rows
    assertThat(row, 'not_found', `There is no such ${this.resource.noun[0]}.`)
    return toRow(row)
  }

  async #lock(db: Transaction<Tables>, id: string, parent: Parent, deleted?: 'only' | 'with'): Promise<ResourceRow> {
    return await this.#find(db, id, parent, deleted, sql`FOR UPDATE`)
  }

  async #change(
    db: Transaction<Tables>,
    principal: Principal,
    action: AuditAction,
    before: ResourceRow,
    pairs: [RawBuilder<unknown>, RawBuilder<unknown>][],
  ): Promise<ResourceRow> {
    const stamps = [sql`updated_at = now()`, sql`updated_by = ${principal.userId}`, sql`row_version = row_version + 1`]
    const sets = sql.join([...pairs.map(([column, value]) => sql`${column} = ${value}`), ...stamps])
    const after = await this.#returning(db, sql`UPDATE ${this.#table} SET ${sets} WHERE id = ${before.id}`)
    assertThat(after, 'not_found')
    await writeAudit(db, principal, this.resource, action, before, after)
    return after
  }

  async #erase(db: Transaction<Tables>, principal: Principal, action: AuditAction, before: ResourceRow): Promise<void> {
    await sql`DELETE FROM ${this.#table} WHERE id = ${before.id}`.execute(db)
    await writeAudit(db, principal, this.resource, action, before, undefined)
  }

  async #returning(db: Transaction<Tables>, statement: RawBuilder<unknown>): Promise<ResourceRow | undefined> {
    const { rows } = await sql<Values>`${statement} RETURNING ${selectList(this.resource, this.#computed)}`.execute(db)
    return rows[0] === undefined ? undefined : toRow(rows[0])
  }
}

/** A customer's user is held to the customer's rows; whoever is staff has been admitted by permission before. */
function scopeOf(principal: Principal): CustomerScope {
  return principal.customerId === null ? 'all' : { customerId: principal.customerId }
}
