import { initialState, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import { assertThat } from '../problem-error.ts'
import { type AuditAction, writeAudit } from './audit.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toColumns, toRow } from './columns.ts'
import { assertNotFrozen } from './lifecycle.ts'

/** Fields whose values a row must have to be found below a parent. */
export type Parent = Record<string, string>
export type Values = Record<string, unknown>
/** Which rows are meant where rows can be deleted and brought back. */
type Deleted = 'without' | 'only' | 'with'
type Pair = [column: RawBuilder<unknown>, value: RawBuilder<unknown>]

/** Reads and writes single rows of one resource within a transaction; whatever is written has its audit entry. */
export class Rows {
  readonly #resource: Resource
  readonly #computed: Computed

  constructor(resource: Resource, computed: Computed) {
    this.#resource = resource
    this.#computed = computed
  }

  /** @throws ProblemError `not_found`, also where the row is outside the row scope */
  async find(
    db: Transaction,
    id: string,
    parent: Parent,
    deleted: Deleted = 'without',
    lock = sql``,
  ): Promise<ResourceRow> {
    const parts = [sql`id = ${id}`, ...ofParent(parent)]
    if (this.#resource.traits.softDelete && deleted !== 'with') {
      parts.push(deleted === 'only' ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`)
    }
    const { rows } = await sql<Values>`
      SELECT ${this.#select} FROM ${this.#table} WHERE ${sql.join(parts, sql` AND `)} ${lock}
    `.execute(db)
    const [row] = rows
    assertThat(row, 'not_found', t('server.noSuch', { noun: declared(this.#resource.noun[0]) }))
    return toRow(row)
  }

  /** Finds a row and locks it against changes until the transaction ends; others may begin to refer to it. */
  async lock(db: Transaction, id: string, parent: Parent, deleted?: Deleted): Promise<ResourceRow> {
    return await this.find(db, id, parent, deleted, sql`FOR NO KEY UPDATE`)
  }

  /** Finds a row to delete: locks it against changes and new references until the transaction ends. */
  async lockToDelete(db: Transaction, id: string, parent: Parent, deleted?: Deleted): Promise<ResourceRow> {
    return await this.find(db, id, parent, deleted, sql`FOR UPDATE`)
  }

  async insert(db: Transaction, principal: Principal, draft: Values): Promise<ResourceRow> {
    const pairs = toColumns(
      { ...draft, ...initialState(this.#resource), createdBy: principal.userId, updatedBy: principal.userId },
      this.#resource.fields,
    )
    const after = await this.#returning(
      db,
      sql`
      INSERT INTO ${this.#table} (${sql.join(pairs.map(([column]) => column))})
      VALUES (${sql.join(pairs.map(([, value]) => value))})`,
    )
    assertThat(after, 'internal')
    await writeAudit(db, principal, this.#resource, 'create', [{ before: undefined, after }])
    return after
  }

  /** @throws ProblemError `state_frozen` where the state of the row allows no change */
  async change(
    db: Transaction,
    principal: Principal,
    action: AuditAction,
    before: ResourceRow,
    pairs: readonly Pair[],
    sent?: readonly string[],
  ): Promise<ResourceRow> {
    assertNotFrozen(this.#resource, before)
    return await this.pass(db, principal, action, before, pairs, { sent })
  }

  /**
   * Changes a row whatever its state allows: what leads from one state to another is such a change.
   * @param details what the history says beside the fields, such as a reason
   */
  async pass(
    db: Transaction,
    principal: Principal,
    action: AuditAction,
    before: ResourceRow,
    pairs: readonly Pair[],
    { sent, details }: { sent?: readonly string[] | undefined; details?: Values } = {},
  ): Promise<ResourceRow> {
    const stamps = [sql`updated_at = now()`, sql`updated_by = ${principal.userId}`, sql`row_version = row_version + 1`]
    const sets = sql.join([...pairs.map(([column, value]) => sql`${column} = ${value}`), ...stamps])
    const after = await this.#returning(db, sql`UPDATE ${this.#table} SET ${sets} WHERE id = ${before.id}`)
    assertThat(after, 'not_found')
    await writeAudit(db, principal, this.#resource, action, [
      { before, after: { ...after, ...details }, ...(sent && { sent }) },
    ])
    return after
  }

  /** Removes rows that the caller has locked. @throws ProblemError `state_frozen` where the state of one allows no change */
  async erase(db: Transaction, principal: Principal, action: AuditAction, gone: readonly ResourceRow[]): Promise<void> {
    const { table, traits } = this.#resource
    for (const row of gone) assertNotFrozen(this.#resource, row)
    const ids = gone.map(({ id }) => id)
    await sql`DELETE FROM ${this.#table} WHERE id = ANY(${ids}::uuid[])`.execute(db)
    if (traits.files) {
      const theirs = sql`owner_table = ${table} AND owner_id = ANY(${ids}::uuid[])`
      await sql`DELETE FROM attached_file WHERE ${theirs} AND NOT is_file_of_version(id)`.execute(db)
      await sql`UPDATE attached_file SET deleted_at = now() WHERE ${theirs} AND deleted_at IS NULL`.execute(db)
    }
    const changes = gone.map((before) => ({ before, after: undefined }))
    await writeAudit(db, principal, this.#resource, action, changes)
  }

  get #table() {
    return sql.table(this.#resource.table)
  }

  get #select() {
    return selectList(this.#resource, this.#computed)
  }

  async #returning(db: Transaction, statement: RawBuilder<unknown>): Promise<ResourceRow | undefined> {
    const { rows } = await sql<Values>`${statement} RETURNING ${this.#select}`.execute(db)
    return rows[0] === undefined ? undefined : toRow(rows[0])
  }
}

/** The conditions that a row is below a parent. */
export function ofParent(parent: Parent): RawBuilder<unknown>[] {
  return Object.entries(parent).map(([name, id]) => sql`${sql.ref(toColumn(name))} = ${id}`)
}
