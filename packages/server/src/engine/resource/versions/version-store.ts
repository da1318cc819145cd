import type {
  Page,
  PageQuery,
  Resource,
  StoredVersion,
  Version,
  VersionComparison,
  VersionDraft,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { writeAudit } from '../audit.ts'
import { type ResourceRow, type Selected, toJson } from '../columns.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import { assertFresh } from '../stale.ts'
import { compareSnapshots } from './compare-snapshots.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { takeSnapshot } from './snapshot.ts'

const LISTED = sql`number, note, created_at AS "createdAt", created_by AS "createdBy"`
const WHOLE = sql`${LISTED}, schema, snapshot`

/** The row whose versions are meant. */
export interface Root {
  id: string
  parent: Parent
}

/** The versions of the rows of one resource. A version is seen by anyone who sees its row. */
export class VersionStore {
  readonly #store: ResourceStore

  constructor(store: ResourceStore) {
    this.#store = store
  }

  async list(principal: Principal, root: Root, { page, pageSize }: PageQuery): Promise<Page<Version>> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      const of = ofRoot(this.#store.resource, root.id)
      const { rows } = await sql<Selected<Version>>`
        SELECT ${LISTED} FROM resource_version WHERE ${of}
        ORDER BY number DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
      `.execute(db)
      const counted = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM resource_version WHERE ${of}
      `.execute(db)
      return { items: rows.map((row) => toJson(row)), total: counted.rows[0]?.total ?? 0, page, pageSize }
    })
  }

  /** Stores the row as it is. The lock of the row makes the numbers follow each other without gaps. */
  async add(principal: Principal, root: Root, { note, rowVersion }: VersionDraft): Promise<StoredVersion> {
    return await this.#store.write(principal, async (db) => {
      const row = await this.#store.whole(db, await this.#store.rows.lock(db, root.id, root.parent))
      assertFresh(row, rowVersion)
      return await this.addIn(db, principal, row, note)
    })
  }

  /** Stores a row, which the caller has locked, within a transaction that does more than this. @param row with its lists */
  async addIn(db: Transaction, principal: Principal, row: ResourceRow, note: string | null): Promise<StoredVersion> {
    const { resource } = this.#store
    const { schema = 1 } = resource.traits.versions ?? {}
    const snapshot = JSON.stringify(takeSnapshot(resource, row))
    const { rows } = await sql<Selected<StoredVersion>>`
      INSERT INTO resource_version (root_table, root_id, number, schema, snapshot, note, created_by)
      SELECT ${resource.table}, ${row.id}, coalesce(max(number), 0) + 1, ${schema}, ${snapshot}::jsonb, ${note},
        ${principal.userId}
      FROM resource_version WHERE ${ofRoot(resource, row.id)}
      RETURNING ${WHOLE}
    `.execute(db)
    assertThat(rows[0], 'internal')
    const version = toJson(rows[0])
    await this.#audit(db, principal, 'create-version', row, { version: version.number })
    return version
  }

  async get(principal: Principal, root: Root, number: number): Promise<StoredVersion> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      return await this.#find(db, root, number)
    })
  }

  async compare(principal: Principal, root: Root, a: number, b: number): Promise<VersionComparison> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      const [one, other] = [await this.#find(db, root, a), await this.#find(db, root, b)]
      return { a, b, ...compareSnapshots(this.#store.resource, one.snapshot, other.snapshot) }
    })
  }

  /**
   * Makes the row and its lists what a version says, as a change like any other. The versions stay.
   * @throws ProblemError `stale`, `state_frozen`, or what saving the same by hand would throw
   */
  async restore(principal: Principal, root: Root, number: number, rowVersion: unknown): Promise<ResourceRow> {
    return await this.#store.write(principal, async (db) => {
      const before = await this.#store.rows.lock(db, root.id, root.parent)
      if (before.rowVersion !== rowVersion) assertFresh(await this.#store.whole(db, before), rowVersion)
      const { snapshot } = await this.#find(db, root, number)
      const row = await restoreSnapshot(db, principal, this.#store, before, snapshot)
      await this.#audit(db, principal, 'restore-version', row, { version: number })
      return row
    })
  }

  async #find(db: Transaction, root: Root, number: number): Promise<StoredVersion> {
    const { rows } = await sql<Selected<StoredVersion>>`
      SELECT ${WHOLE} FROM resource_version WHERE ${ofRoot(this.#store.resource, root.id)} AND number = ${number}
    `.execute(db)
    assertThat(rows[0], 'not_found', t('server.noSuchVersion'))
    return toJson(rows[0])
  }

  /** The history of a row reports its versions by their numbers. */
  async #audit(
    db: Transaction,
    principal: Principal,
    action: 'create-version' | 'restore-version',
    { id, rowVersion }: ResourceRow,
    details: { version: number },
  ): Promise<void> {
    const change = { before: { id, rowVersion }, after: { id, rowVersion, ...details } }
    await writeAudit(db, principal, this.#store.resource, action, [change])
  }
}

function ofRoot({ table }: Resource, id: string): RawBuilder<unknown> {
  return sql`root_table = ${table} AND root_id = ${id}`
}
