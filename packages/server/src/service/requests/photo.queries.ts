import { type AttachedFile, type RequestPhoto, serviceRequests } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** The photos of requests that a transaction sees, by the id of the request. A device numbers them, and sends them in any order. */
export async function readPhotos(
  db: Transaction,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, RequestPhoto[]>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await sql<RequestPhoto & { requestId: string }>`
    SELECT f.id, f.name, p.request_id AS "requestId" FROM service_request_photo p JOIN attached_file f ON f.id = p.file_id
    WHERE p.request_id = ANY(${requestIds}::uuid[]) AND f.deleted_at IS NULL ORDER BY f.name, f.id
  `.execute(db)
  const byRequest = new Map<string, RequestPhoto[]>()
  for (const { requestId, ...photo } of rows) byRequest.set(requestId, [...(byRequest.get(requestId) ?? []), photo])
  return byRequest
}

/** @returns what is needed to show it; undefined where the transaction sees no such photo */
export async function findPhoto(
  db: Transaction,
  requestId: string,
  fileId: string,
): Promise<Pick<AttachedFile, 'id' | 'name' | 'sha256'> | undefined> {
  const { rows } = await sql<Pick<AttachedFile, 'id' | 'name' | 'sha256'>>`
    SELECT f.id, f.name, f.sha256 FROM service_request_photo p JOIN attached_file f ON f.id = p.file_id
      JOIN service_request r ON r.id = p.request_id AND r.deleted_at IS NULL
    WHERE p.request_id = ${requestId} AND p.file_id = ${fileId} AND f.deleted_at IS NULL
  `.execute(db)
  return rows[0]
}

export async function isRequestSeen(db: Transaction, requestId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM service_request WHERE id = ${requestId} AND deleted_at IS NULL`.execute(db)
  return rows.length > 0
}

/** Whether a request was made for another customer, who had the machine before. Asked by the system: customers do not see accounts of others. */
export async function isOfFormerCustomer(db: Transaction, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM service_request r JOIN machine m ON m.id = r.machine_id JOIN user_account u ON u.id = r.created_by
    WHERE r.id = ${requestId} AND u.customer_id IS NOT NULL AND u.customer_id IS DISTINCT FROM m.customer_id
  `.execute(db)
  return rows.length > 0
}

/** How many photos a request has, without one of this id. Two that arrive at once follow each other. */
export async function countOtherPhotos(
  db: Transaction,
  requestId: string,
  fileId: string | undefined,
): Promise<number> {
  await sql`SELECT FROM service_request WHERE id = ${requestId} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM service_request_photo p JOIN attached_file f ON f.id = p.file_id
    WHERE p.request_id = ${requestId} AND f.deleted_at IS NULL AND f.id IS DISTINCT FROM ${fileId ?? null}::uuid
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Notes that a file of a request is a photo that came with it, and for which customer. */
export async function notePhoto(db: Transaction, requestId: string, fileId: string): Promise<void> {
  await sql`
    INSERT INTO service_request_photo (file_id, request_id, customer_id)
    SELECT f.id, r.id, m.customer_id FROM attached_file f JOIN service_request r ON r.id = f.owner_id JOIN machine m ON m.id = r.machine_id
    WHERE f.id = ${fileId} AND f.owner_table = ${serviceRequests.table} AND r.id = ${requestId}
    ON CONFLICT (file_id) DO NOTHING
  `.execute(db)
}
