import type { ServiceSignature } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'
import { isChanged, type SignedRecord, sha256Of } from './signed-record.ts'

interface SignatureRow extends Omit<ServiceSignature, 'signedAt' | 'receivedAt' | 'isChanged'> {
  signedAt: Date
  receivedAt: Date
  signed: string
}

/** The signatures of a record, newest first. */
export async function readSignatures(db: Transaction, record: SignedRecord): Promise<ServiceSignature[]> {
  const { rows } = await sql<SignatureRow>`
    SELECT id, party, name, drawing, signed_at AS "signedAt", coalesce(received_at, signed_at) AS "receivedAt", sha256, signed FROM service_signature
    WHERE service_record_id = ${record.id} ORDER BY signed_at DESC, id DESC
  `.execute(db)
  return rows.map(({ signed, signedAt, receivedAt, ...signature }) => ({
    ...signature,
    signedAt: signedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    isChanged: isChanged(signed, record),
  }))
}

export interface NewSignature extends Pick<ServiceSignature, 'party' | 'name' | 'drawing'> {
  recordId: string
  /** By the clock of the device; null where it is signed now. */
  signedAt: string | null
  /** What is signed. */
  signed: string
  signedBy: string
}

/** @throws ProblemError `duplicate` where this side has signed the same before */
export async function insertSignature(db: Transaction, signature: NewSignature): Promise<void> {
  const { recordId, party, name, drawing, signed, signedBy, signedAt } = signature
  const { rows } = await sql`
    INSERT INTO service_signature (service_record_id, party, name, drawing, signed, sha256, signed_by, signed_at)
    VALUES (${recordId}, ${party}, ${name}, ${drawing && JSON.stringify(drawing)}, ${signed}, ${sha256Of(signed)}, ${signedBy}, coalesce(${signedAt}::timestamptz, now()))
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db)
  if (rows.length === 0) throw new ProblemError('duplicate', t('service.isSignedAlready'))
}
