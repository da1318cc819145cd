import { type AttachedFile, type DocumentsOfMachine, machineDocuments } from '@packhouse/contract'
import { sql } from 'kysely'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { type Principal, rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { toJson } from '../engine/resource/columns.ts'
import { fileTransfers } from '../engine/resource/files/file-handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { findMachine } from '../monitoring/area.ts'
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
  const { download } = fileTransfers(documents, files)
  const read = async (principal: Principal, id: string) => {
    const machine = findMachine(telemetry, principal, id)
    return await database.inScope(rowScope(principal), (db) => readDocuments(db, principal, machine))
  }
  return {
    documentsOfMachine: async ({ principal, params }) => ({ documents: await read(principal, params.id) }),
    async downloadDocument({ principal, params, request, reply }): Promise<typeof answered> {
      const found = (await read(principal, params.id)).find(({ id }) => id === params.documentId)
      assertThat(found !== undefined, 'not_found', 'There is no such document.')
      await download({ principal, request, reply }, { id: found.id, parent: {} }, params.fileId)
      return answered
    },
  }
}

/** Row-level security holds customers to their own; staff without the permission are held to what customers see. */
async function readDocuments(
  db: Transaction,
  principal: Principal,
  { entry }: LiveMachine,
): Promise<DocumentsOfMachine['documents']> {
  const isInternal = principal.customerId === null && principal.permissions.has(`${machineDocuments.name}.read`)
  const visible = isInternal ? sql`true` : sql`d.visibility = 'customer'`
  const { rows } = await sql<Found>`
    SELECT d.id, d.library_machine_id IS NOT NULL AS "ofModel", d.kind, d.title, d.language, d.revision,
      d.valid_from::text AS "validFrom",
      (SELECT newer.id FROM machine_document newer WHERE newer.supersedes_id = d.id AND newer.deleted_at IS NULL
        AND (newer.visibility = d.visibility OR newer.visibility = 'customer')) AS "supersededById"
    FROM machine_document d
    WHERE d.deleted_at IS NULL AND ${visible} AND (
      d.machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) OR library_machine_of(d.library_machine_id, ${entry.key}))
    ORDER BY d.kind, d.title, d.language NULLS FIRST, d.valid_from DESC NULLS LAST, d.revision DESC, d.id DESC
  `.execute(db)
  const attached = await filesOf(db, rows)
  return rows.map((row) => ({ ...row, files: attached.get(row.id) ?? [] }))
}

async function filesOf(db: Transaction, documents: readonly Found[]): Promise<Map<string, AttachedFile[]>> {
  const { rows } = await sql<FileRow>`
    SELECT id, owner_id AS "ownerId", name, content_type AS "contentType", size::int, sha256, created_at AS "createdAt",
      created_by AS "createdBy"
    FROM attached_file WHERE owner_table = ${machineDocuments.table} AND owner_id = ANY(${documents.map(({ id }) => id)}::uuid[])
      AND deleted_at IS NULL ORDER BY id DESC
  `.execute(db)
  const byOwner = new Map<string, AttachedFile[]>()
  for (const { ownerId, ...file } of rows) byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), toJson(file)])
  return byOwner
}
