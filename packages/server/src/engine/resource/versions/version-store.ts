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
import { descending } from '../../paging/keyset.ts'
import { readPage } from '../../paging/read-page.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { writeAudit } from '../audit.ts'
import { type ResourceRow, type Selected, toJson } from '../columns.ts'
import { confidentialFields, isDisclosed, withEverythingDisclosed, withoutConfidential } from '../confidential.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent, Values } from '../rows.ts'
import { assertFresh } from '../stale.ts'
import { compareSnapshots } from './compare-snapshots.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { childrenOf, takeSnapshot } from './snapshot.ts'
import { keepFiles, withFiles } from './version-files.ts'

const LISTED = sql`number, note, reason, facts, created_at AS "createdAt", created_by AS "createdBy",
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM user_account u WHERE u.id = resource_version.created_by) AS "createdByName"`
const WHOLE = sql`${LISTED}, schema, snapshot`

/** Why a version was made that somebody has asked for. */
const BY_HAND = 'byHand'

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

  async list(principal: Principal, root: Root, query: PageQuery): Promise<Page<Version>> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      const of = ofRoot(this.#store.resource, root.id)
      const listed = { select: LISTED, from: sql`resource_version`, where: of, keys: [descending(sql`number`)] }
      const { rows, next } = await readPage<Selected<Version>>(db, listed, query)
      const counted = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM resource_version WHERE ${of}
      `.execute(db)
      const total = counted.rows[0]?.total ?? 0
      return { items: rows.map((row) => toJson(row)), total, page: query.page, pageSize: query.pageSize, next }
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
  async addIn(
    db: Transaction,
    principal: Principal,
    row: ResourceRow,
    note: string | null,
    reason = BY_HAND,
  ): Promise<StoredVersion> {
    const { resource, behaviour } = this.#store
    const { schema = 1 } = resource.traits.versions ?? {}
    const whole = await withEverythingDisclosed(db, async () => {
      return await this.#store.whole(db, await this.#store.rows.find(db, row.id, {}))
    })
    const taken = await withFiles(db, resource, takeSnapshot(resource, whole))
    const [snapshot, facts] = [taken, await behaviour.versionFacts?.[resource.name]?.(db, taken)].map(toText)
    const { rows } = await sql<Selected<StoredVersion>>`
      INSERT INTO resource_version (root_table, root_id, number, schema, snapshot, note, reason, facts, created_by)
      SELECT ${resource.table}, ${row.id}, coalesce(max(number), 0) + 1, ${schema}, ${snapshot}::jsonb, ${note},
        ${reason}, ${facts}::jsonb, ${principal.userId}
      FROM resource_version WHERE ${ofRoot(resource, row.id)}
      RETURNING ${WHOLE}
    `.execute(db)
    assertThat(rows[0], 'internal')
    const version = toJson(rows[0])
    await keepFiles(db, resource, version.number, taken)
    await this.#audit(db, principal, 'create-version', row, { version: version.number })
    return { ...version, snapshot: await this.#shown(db, row, version.snapshot) }
  }

  async get(principal: Principal, root: Root, number: number): Promise<StoredVersion> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      const version = await this.#find(db, root, number)
      return { ...version, snapshot: await this.#shown(db, root, version.snapshot) }
    })
  }

  async compare(principal: Principal, root: Root, a: number, b: number): Promise<VersionComparison> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, root.id, root.parent)
      const [one, other] = [await this.#find(db, root, a), await this.#find(db, root, b)]
      const [before, after] = [await this.#shown(db, root, one.snapshot), await this.#shown(db, root, other.snapshot)]
      return { a, b, ...compareSnapshots(this.#store.resource, before, after) }
    })
  }

  /**
   * Makes the row and its lists what a version says, as a change like any other. The versions stay.
   * @throws ProblemError `stale`, `state_frozen`, or what saving the same by hand would throw
   */
  async restore(principal: Principal, root: Root, number: number, rowVersion: unknown): Promise<ResourceRow> {
    return await this.#store.write(principal, (db) => this.restoreIn(db, principal, root, number, rowVersion))
  }

  /** The same within a transaction that does more than this. */
  async restoreIn(
    db: Transaction,
    principal: Principal,
    root: Root,
    number: number,
    rowVersion: unknown,
  ): Promise<ResourceRow> {
    const before = await this.#store.rows.lock(db, root.id, root.parent)
    if (before.rowVersion !== rowVersion) assertFresh(await this.#store.whole(db, before), rowVersion)
    const { snapshot } = await this.#find(db, root, number)
    // What is confidential comes back too, also by the hand of somebody who does not see it.
    const row = await withEverythingDisclosed(db, () => restoreSnapshot(db, principal, this.#store, before, snapshot))
    await this.#audit(db, principal, 'restore-version', row, { version: number })
    return await this.#store.whole(db, await this.#store.rows.find(db, row.id, root.parent))
  }

  /** What versions hold, costs too: for what works with it, and never answered as it is. @throws ProblemError `not_found` */
  async whole(db: Transaction, root: Root, number: number): Promise<Values> {
    return (await this.#find(db, root, number)).snapshot
  }

  /** A snapshot as its reader may see it: what is confidential in the row is confidential in its versions. */
  async #shown(db: Transaction, { id }: { id: string }, snapshot: Values): Promise<Values> {
    const { resource, behaviour } = this.#store
    const lists = listsOf(resource)
    const keepsSecrets = [resource, ...lists.map(([, list]) => list)].some((one) => confidentialFields(one).length > 0)
    if (!keepsSecrets || (await isDisclosed(db, resource, behaviour, id))) return snapshot
    const hidden = lists.map(([name, list]) => {
      return [name, childrenOf(snapshot, name).map((row) => withoutConfidential(list, row))]
    })
    return { ...withoutConfidential(resource, snapshot), ...Object.fromEntries(hidden) }
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

function toText(value: object = {}): string {
  return JSON.stringify(value)
}

/** The lists that versions of a resource hold. */
function listsOf({ traits }: Resource): [name: string, resource: Resource][] {
  return (traits.versions?.of ?? []).flatMap((name) => {
    const list = traits.children?.[name]
    return list === undefined ? [] : [[name, list.resource]]
  })
}

function ofRoot({ table }: Resource, id: string): RawBuilder<unknown> {
  return sql`root_table = ${table} AND root_id = ${id}`
}
