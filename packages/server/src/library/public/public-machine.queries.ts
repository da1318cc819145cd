import type { publicDocumentKinds } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** So many documents and files are on a page, the newest. */
const MOST_FILES = 500

/** The nameplate. Days are ISO 8601. */
export interface PublicMachine {
  id: string
  machineID: string
  serial: string | null
  commissionedAt: string | null
  /** The code of the model, and its name and supplier where the library has it. */
  model: string | null
  modelName: string | null
  supplier: string | null
}

export interface PublicFile {
  id: string
  name: string
  contentType: string
  /** In bytes. */
  size: number
  sha256: string
}

export interface PublicDocument {
  id: string
  kind: (typeof publicDocumentKinds)[number]
  title: string
  language: string
  revision: string
  validFrom: string | null
  /** The public document that takes its place. */
  supersededById: string | null
  files: PublicFile[]
}

type FileRow = Omit<PublicDocument, 'files'> & { fileId: string; name: string } & Omit<PublicFile, 'id' | 'name'>

const byToken = (token: string) => sql`
  SELECT m.id, m.machine_id, m.serial, m.commissioned_at, m.configuration_id
  FROM machine_page p JOIN machine m ON m.id = p.machine_id
  WHERE p.token = ${token} AND (m.customer_id IS NOT NULL AND m.deleted_at IS NULL OR has_public_documents(m.id, m.configuration_id))`

/** @param key of the machine. @returns undefined where the scope does not see it */
export async function findTokenOfMachine(db: Db, key: number): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`
    SELECT token FROM machine_page WHERE machine_id = (SELECT id FROM machine WHERE key = ${key})
  `.execute(db)
  return rows[0]?.token
}

/**
 * The machine of a public page. It has none while it is unclaimed, and when it is retired it has one for as long as documents are public.
 * @returns undefined for a token of no page
 */
export async function findPublicMachine(db: Db, token: string): Promise<PublicMachine | undefined> {
  const { rows } = await sql<PublicMachine>`
    SELECT m.id, m.machine_id AS "machineID", m.serial, m.commissioned_at::text AS "commissionedAt",
      coalesce(l.model, m.configuration_id) AS model, l.name AS "modelName", l.supplier
    FROM (${byToken(token)}) m LEFT JOIN LATERAL (
      SELECT l.model, l.name, s.name AS supplier FROM library_machine l LEFT JOIN supplier s ON s.id = l.supplier_id
      WHERE fold_case(l.model) = fold_case(m.configuration_id) ORDER BY l.deleted_at DESC NULLS FIRST LIMIT 1) l ON true
  `.execute(db)
  return rows[0]
}

/** The token of a machine whose printed label has the machine ID alone; undefined for every other machine ID. */
export async function findTokenOfLabel(db: Db, machineID: string): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`
    SELECT p.token FROM machine_page p JOIN machine m ON m.id = p.machine_id
    WHERE m.machine_id = ${machineID} AND p.has_old_label AND has_public_documents(m.id, m.configuration_id)
  `.execute(db)
  return rows[0]?.token
}

/** The public documents of a machine and of its model that have a file, by kind and title, the newest revision first. */
export async function readPublicDocuments(db: Db, token: string): Promise<PublicDocument[]> {
  const documents = new Map<string, PublicDocument>()
  for (const { fileId, name, contentType, size, sha256, ...document } of await readFiles(db, token, sql`true`)) {
    const known = documents.get(document.id) ?? { ...document, files: [] }
    known.files.push({ id: fileId, name, contentType, size, sha256 })
    documents.set(document.id, known)
  }
  return [...documents.values()]
}

/** A file of a public document, with the document; undefined where the page does not show it. */
export async function findPublicFile(
  db: Db,
  token: string,
  documentId: string,
  fileId: string,
): Promise<{ file: PublicFile; document: Omit<PublicDocument, 'files'> } | undefined> {
  const rows = await readFiles(db, token, sql`d.id = ${documentId} AND f.id = ${fileId}`)
  if (rows[0] === undefined) return undefined
  const { fileId: id, name, contentType, size, sha256, ...document } = rows[0]
  return { file: { id, name, contentType, size, sha256 }, document }
}

async function readFiles(db: Db, token: string, which: RawBuilder<unknown>): Promise<FileRow[]> {
  const hasFile = (id: RawBuilder<unknown>) =>
    sql`SELECT FROM attached_file WHERE owner_table = 'machine_document' AND owner_id = ${id} AND deleted_at IS NULL`
  const { rows } = await sql<FileRow>`
    SELECT d.id, d.kind, d.title, d.language, d.revision, d.valid_from::text AS "validFrom", newer.id AS "supersededById",
      f.id AS "fileId", f.name, f.content_type AS "contentType", f.size::float8 AS size, f.sha256
    FROM (${byToken(token)}) m
      CROSS JOIN LATERAL (
        SELECT * FROM machine_document WHERE machine_id = m.id
        UNION ALL
        SELECT of_model.* FROM library_machine l JOIN machine_document of_model ON of_model.library_machine_id = l.id
        WHERE fold_case(l.model) = fold_case(m.configuration_id)) d
      JOIN attached_file f ON f.owner_table = 'machine_document' AND f.owner_id = d.id AND f.deleted_at IS NULL
      LEFT JOIN machine_document newer ON newer.supersedes_id = d.id AND newer.visibility = 'public' AND newer.deleted_at IS NULL
        AND EXISTS (${hasFile(sql`newer.id`)})
    WHERE d.visibility = 'public' AND d.deleted_at IS NULL AND ${which}
    ORDER BY d.kind, d.title, d.valid_from DESC NULLS LAST, d.revision DESC, d.id DESC, f.id
    LIMIT ${sql.lit(MOST_FILES)}
  `.execute(db)
  return rows
}
