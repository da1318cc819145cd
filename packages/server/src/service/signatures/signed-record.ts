import { createHash } from 'node:crypto'
import { doneCheckSchema, usedPartSchema } from '@packhouse/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../platform/database.ts'
import { isRecordOfAnother, ownWords } from '../done-by.ts'

const fileSchema = z.object({ id: z.string(), name: z.string(), sha256: z.string() })

const signedRecordSchema = z.object({
  id: z.string(),
  machineID: z.string(),
  planId: z.string().nullable(),
  doneAt: z.string(),
  what: z.string(),
  doneById: z.string().nullable(),
  doneBy: z.string().nullable(),
  notes: z.string().nullable(),
  work: z
    .object({ hours: z.number().nullable(), checks: z.array(doneCheckSchema), parts: z.array(usedPartSchema) })
    .optional()
    .describe('What the form of a visit says; records without one are signed as before there were visits'),
  files: z.array(fileSchema),
})

/** A service record as it is signed, with the files that it has. */
export type SignedRecord = z.infer<typeof signedRecordSchema>

/** Whether the work was done for a customer before the one who asks. */
export async function isOfOtherTime(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM service_record r WHERE id = ${id} AND ${isRecordOfAnother('r')}`.execute(db)
  return rows.length > 0
}

/** @returns undefined where the scope does not see the record, or its machine is retired */
export async function readSignedRecord(db: Transaction, id: string): Promise<SignedRecord | undefined> {
  const { rows } = await sql<
    Omit<SignedRecord, 'doneAt' | 'work'> & { doneAt: Date; work: SignedRecord['work'] | null }
  >`
    SELECT r.id, m.machine_id AS "machineID", r.plan_id AS "planId", r.done_at AS "doneAt", r.what, r.done_by_id AS "doneById",
      ${ownWords('r', 'done_by')} AS "doneBy", ${ownWords('r', 'notes')} AS notes,
      CASE WHEN r.hours IS NOT NULL OR r.checks <> '[]' OR r.parts <> '[]'
        THEN jsonb_build_object('hours', r.hours, 'checks', r.checks, 'parts', r.parts) END AS work, coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'sha256', sha256) ORDER BY id) FROM attached_file
        WHERE owner_table = 'service_record' AND owner_id = r.id AND deleted_at IS NULL), '[]') AS files
    FROM service_record r JOIN machine m ON m.id = r.machine_id
    WHERE r.id = ${id} AND r.deleted_at IS NULL AND m.deleted_at IS NULL
  `.execute(db)
  const [row] = rows
  return row && signedRecordSchema.parse({ ...row, doneAt: row.doneAt.toISOString(), work: row.work ?? undefined })
}

/** The text that is signed: its fields in the order of the declaration. */
export function signedText(record: SignedRecord): string {
  return JSON.stringify(signedRecordSchema.parse(record))
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a record differs from what was signed of it. Files that were added later change nothing that was signed. */
export function isChanged(signed: string, { files, ...now }: SignedRecord): boolean {
  const { files: signedFiles, ...before } = signedRecordSchema.parse(JSON.parse(signed))
  const areThere = signedFiles.every(({ id }) => files.some((file) => file.id === id))
  return !areThere || JSON.stringify(before) !== JSON.stringify(now)
}
