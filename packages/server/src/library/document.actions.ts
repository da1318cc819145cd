import {
  type AttachedFile,
  type DocumentsOfMachine,
  MAX_DOCUMENT_FILES,
  machineDocuments,
  type PageQuery,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { ascending, descending } from '../engine/paging/keyset.ts'
import { readPage } from '../engine/paging/read-page.ts'
import { type Principal, rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { toJson } from '../engine/resource/columns.ts'
import { fileDownload } from '../engine/resource/files/file-handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { findKnownMachine } from '../monitoring/area.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { FileFolder } from '../platform/file-folder.ts'

export interface DocumentParts {
  database: Database
  telemetry: Telemetry
  documents: ResourceStore
  files: FileFolder
}

type Found = Omit<DocumentsOfMachine['documents'][number], 'files'>
type FileRow = Omit<AttachedFile, 'createdAt'> & { createdAt: Date; ownerId: string }

/** Documents on the page of an installed machine: whoever sees the machine sees those that are for customers. */
export function documentHandlers({
  database,
  telemetry,
  documents,
  files,
}: DocumentParts): HandlersOf<'documentsOfMachine' | 'downloadDocument'> {
  const download = fileDownload(documents, files)
  return {
    async documentsOfMachine({ principal, params, query }) {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      const seen = seenDocuments(principal, entry.key)
      return await database.inScope(rowScope(principal), (db) => readDocuments(db, principal, seen, query))
    },
    async downloadDocument({ principal, params, request, reply }): Promise<typeof answered> {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      const wanted = sql`${seenDocuments(principal, entry.key)} AND d.id = ${params.documentId}`
      const found = await database.inScope(rowScope(principal), (db) => countDocuments(db, wanted))
      assertThat(found === 1, 'not_found', t('library.noSuchDocument'))
      await download({ principal, request, reply }, { id: params.documentId, parent: {} }, params.fileId)
      return answered
    },
  }
}

/** Row-level security holds customers to their own; staff without the permission are held to what customers see. */
function isInternal({ customerId, permissions }: Principal): boolean {
  return customerId === null && permissions.has(`${machineDocuments.name}.read`)
}

/** The condition of documents of a machine and of its model that the reader may see. */
function seenDocuments(principal: Principal, machineKey: number): RawBuilder<unknown> {
  const visible = isInternal(principal) ? sql`true` : sql`d.visibility <> 'internal'`
  return sql`d.deleted_at IS NULL AND ${visible} AND (d.machine_id = (SELECT id FROM machine WHERE key = ${machineKey})
    OR d.library_machine_id = (SELECT model_of_machine(${machineKey})))`
}

async function countDocuments(db: Transaction, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM machine_document d WHERE ${which}`.execute(db)
  return rows[0]?.total ?? 0
}

async function readDocuments(
  db: Transaction,
  principal: Principal,
  which: RawBuilder<unknown>,
  query: PageQuery,
): Promise<DocumentsOfMachine> {
  const seen = isInternal(principal) ? sql`true` : sql`newer.visibility <> 'internal'`
  const select = sql`
    d.id, d.library_machine_id IS NOT NULL AS "ofModel", d.kind, d.title, d.language, d.revision,
      d.valid_from::text AS "validFrom", d.visibility,
      (SELECT newer.id FROM machine_document newer WHERE newer.supersedes_id = d.id AND newer.deleted_at IS NULL AND ${seen})
        AS "supersededById"`
  const keys = [
    ascending(sql`d.kind`),
    ascending(sql`d.title`),
    // Those for every language come first.
    descending(sql`(d.language IS NULL)`),
    { ...ascending(sql`d.language`), mayBeEmpty: true },
    { ...descending(sql`d.valid_from`), mayBeEmpty: true },
    { ...descending(sql`d.revision`), mayBeEmpty: true },
    descending(sql`d.id`),
  ]
  const listed = { select, from: sql`machine_document d`, where: which, keys }
  const { rows, next } = await readPage<Found>(db, listed, query)
  const attached = await filesOf(db, rows)
  const documents = rows.map((row) => ({ ...row, files: attached.get(row.id) ?? [] }))
  const total = await countDocuments(db, which)
  return { documents, total, page: query.page, pageSize: query.pageSize, next }
}

async function filesOf(db: Transaction, documents: readonly Found[]): Promise<Map<string, AttachedFile[]>> {
  const { rows } = await sql<FileRow>`
    SELECT f.id, f.owner_id AS "ownerId", f.name, f.content_type AS "contentType", f.size::int, f.sha256, f.created_at AS "createdAt",
      f.created_by AS "createdBy"
    FROM unnest(${documents.map(({ id }) => id)}::uuid[]) owner (id) CROSS JOIN LATERAL (
      SELECT * FROM attached_file WHERE owner_table = ${machineDocuments.table} AND owner_id = owner.id AND deleted_at IS NULL
      ORDER BY id DESC LIMIT ${sql.lit(MAX_DOCUMENT_FILES)}) f
    ORDER BY f.id DESC
  `.execute(db)
  const byOwner = new Map<string, AttachedFile[]>()
  for (const { ownerId, ...file } of rows) byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), toJson(file)])
  return byOwner
}
