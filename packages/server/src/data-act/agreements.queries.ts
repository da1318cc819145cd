import { AGREEMENTS_SHOWN, type AgreedUse } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** What a customer has agreed that the maker may do with data, the newest first; for whoever may see that customer. */
export async function readAgreements(database: Database, customerId: string): Promise<AgreedUse[]> {
  return await database.inScope({ customerId }, async (db) => {
    const { rows } = await sql<AgreedUse>`
      SELECT version, agreed_on::text AS "agreedOn", ended_on::text AS "endedOn", purposes, text FROM data_use_agreement
      WHERE customer_id = ${customerId} AND deleted_at IS NULL ORDER BY agreed_on DESC, id DESC LIMIT ${AGREEMENTS_SHOWN}
    `.execute(db)
    return rows
  })
}
