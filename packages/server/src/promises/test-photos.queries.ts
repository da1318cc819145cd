import { pictureTypes } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** A photo of an acceptance test. */
export interface TestPhoto {
  /** Of the file. */
  id: string
  testId: string
  /** What the form has named it after, such as `Speed 1.jpg`. */
  name: string
  contentType: string
  sha256: string
  addedAt: Date
}

/** Photos of some acceptance tests, in the order of these. */
export async function readTestPhotos(db: Transaction, testIds: readonly string[]): Promise<TestPhoto[]> {
  if (testIds.length === 0) return []
  const { rows } = await sql<TestPhoto>`
    SELECT id, owner_id AS "testId", name, content_type AS "contentType", sha256, created_at AS "addedAt" FROM attached_file
    WHERE owner_table = 'acceptance_test' AND owner_id = ANY (${testIds}::uuid[]) AND deleted_at IS NULL AND content_type = ANY (${pictureTypes})
    ORDER BY array_position(${testIds}::uuid[], owner_id), name, id
  `.execute(db)
  return rows
}
