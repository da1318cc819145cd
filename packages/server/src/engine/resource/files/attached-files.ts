import type { AttachedFile, Page, PageQuery, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { FileFolder } from '../../../platform/file-folder.ts'
import { descending } from '../../paging/keyset.ts'
import { readPage } from '../../paging/read-page.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { type AuditAction, writeAudit } from '../audit.ts'
import { type ResourceRow, type Selected, toJson } from '../columns.ts'
import { assertNotFrozen } from '../lifecycle.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import type { Upload } from './read-upload.ts'

const COLUMNS = sql`id, name, content_type AS "contentType", size::float8 AS size, sha256, created_at AS "createdAt",
  created_by AS "createdBy"`

/** The row whose files are meant. */
export interface Owner {
  id: string
  parent: Parent
}

/** The files of the rows of one resource. A file is seen and changed by anyone who sees and changes its row. */
export class AttachedFiles {
  readonly #store: ResourceStore
  readonly #folder: FileFolder

  constructor(store: ResourceStore, folder: FileFolder) {
    this.#store = store
    this.#folder = folder
  }

  async list(principal: Principal, owner: Owner, query: PageQuery): Promise<Page<AttachedFile>> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, owner.id, owner.parent)
      const of = sql`${ofOwner(this.#store.resource, owner.id)} AND deleted_at IS NULL`
      const listed = { select: COLUMNS, from: sql`attached_file`, where: of, keys: [descending(sql`id`)] }
      const { rows, next } = await readPage<Selected<AttachedFile>>(db, listed, query)
      const counted = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM attached_file WHERE ${of}
      `.execute(db)
      const total = counted.rows[0]?.total ?? 0
      return { items: rows.map((file) => toJson(file)), total, page: query.page, pageSize: query.pageSize, next }
    })
  }

  /** @throws ProblemError `not_found` if the caller may not attach anything to the row */
  async assertOwner(principal: Principal, owner: Owner): Promise<void> {
    await this.#store.get(principal, owner.id, owner.parent)
  }

  /** Stores an upload as a file of the row. @param id that the client has made: what has it already is answered as it is */
  async attach(principal: Principal, owner: Owner, upload: Upload, id?: string): Promise<AttachedFile> {
    return await this.#store.write(principal, (db) => this.attachIn(db, principal, owner, upload, id))
  }

  /** Stores an upload as the last step of a transaction that does more than this. */
  async attachIn(
    db: Transaction,
    principal: Principal,
    owner: Owner,
    upload: Upload,
    id?: string,
  ): Promise<AttachedFile> {
    const row = await this.#ownerToChange(db, principal, owner)
    const { rows } = await sql<Selected<AttachedFile>>`
      INSERT INTO attached_file (id, owner_table, owner_id, name, content_type, size, sha256, created_by, updated_by)
      VALUES (coalesce(${id ?? null}::uuid, uuidv7()), ${this.#store.resource.table}, ${owner.id}, ${upload.name}, ${upload.contentType}, ${upload.size}, ${upload.sha256},
        ${principal.userId}, ${principal.userId})
      ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}
    `.execute(db)
    // It came before. The id of a file of another row is as good as one that is taken.
    if (rows[0] === undefined) return await this.#find(db, owner, id ?? '')
    const file = toJson(rows[0])
    await this.#audit(db, principal, 'attach-file', row, undefined, file)
    // Last, so that the folder never misses what the database promises; what is left of a failure is swept.
    await this.#folder.keep(upload, file.id)
    return file
  }

  async get(principal: Principal, owner: Owner, fileId: string): Promise<AttachedFile> {
    return await this.#store.read(principal, async (db) => {
      await this.#store.rows.find(db, owner.id, owner.parent)
      return await this.#find(db, owner, fileId)
    })
  }

  async remove(principal: Principal, owner: Owner, fileId: string): Promise<void> {
    await this.#store.write(principal, async (db) => {
      const row = await this.#ownerToChange(db, principal, owner)
      const file = await this.#find(db, owner, fileId)
      await this.#mark(db, principal, fileId, sql`now()`)
      await this.#audit(db, principal, 'delete-file', row, file, undefined)
    })
  }

  async restore(principal: Principal, owner: Owner, fileId: string): Promise<AttachedFile> {
    return await this.#store.write(principal, async (db) => {
      const row = await this.#ownerToChange(db, principal, owner)
      const file = await this.#find(db, owner, fileId, 'deleted')
      await this.#mark(db, principal, fileId, sql`null`)
      await this.#audit(db, principal, 'restore-file', row, undefined, file)
      return file
    })
  }

  /** The row whose files change: neither it nor what it is a part of may be frozen. */
  async #ownerToChange(db: Transaction, principal: Principal, { id, parent }: Owner): Promise<ResourceRow> {
    const row = await this.#store.lock(db, principal, id, parent)
    assertNotFrozen(this.#store.resource, row)
    return row
  }

  async #find(db: Transaction, owner: Owner, fileId: string, which = 'present'): Promise<AttachedFile> {
    const { rows } = await sql<Selected<AttachedFile>>`
      SELECT ${COLUMNS} FROM attached_file
      WHERE ${ofOwner(this.#store.resource, owner.id)} AND id = ${fileId}
        AND deleted_at IS ${which === 'present' ? sql`NULL` : sql`NOT NULL`}
    `.execute(db)
    assertThat(rows[0], 'not_found', t('server.noSuchFile'))
    return toJson(rows[0])
  }

  async #mark(db: Transaction, { userId }: Principal, fileId: string, deletedAt: typeof COLUMNS): Promise<void> {
    await sql`
      UPDATE attached_file SET deleted_at = ${deletedAt}, updated_at = now(), updated_by = ${userId},
        row_version = row_version + 1
      WHERE id = ${fileId}
    `.execute(db)
  }

  /** The history of a row reports its files by their names. */
  async #audit(
    db: Transaction,
    principal: Principal,
    action: AuditAction,
    { id, rowVersion }: ResourceRow,
    before: AttachedFile | undefined,
    after: AttachedFile | undefined,
  ): Promise<void> {
    const change = {
      before: { id, rowVersion, file: before?.name ?? null },
      after: { id, rowVersion, file: after?.name ?? null },
    }
    await writeAudit(db, principal, this.#store.resource, action, [change])
  }
}

function ofOwner({ table }: Resource, id: string) {
  return sql`owner_table = ${table} AND owner_id = ${id}`
}
