import { PARTNER_USE_DAYS, type PartnerRead } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** So often a partner has read a machine on a day. */
export interface CountedRead {
  apiKeyId: string
  /** Id of the machine. */
  machineId: string
  /** Of UTC, as ISO 8601. */
  day: string
  requests: number
}

const since = sql`(now() AT TIME ZONE 'UTC')::date - ${sql.lit(PARTNER_USE_DAYS - 1)}`

/** Adds what was counted. What is of no access or machine any more is left out. */
export async function addReads(db: Db, reads: readonly CountedRead[]): Promise<void> {
  // In one order: two processes that add to the same rows would otherwise wait for each other.
  await sql`
    INSERT INTO partner_read AS stored (access_id, machine_id, day, requests)
    SELECT a.id, m.id, r.day, r.requests
    FROM jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) AS r ("apiKeyId" uuid, "machineId" uuid, day date, requests bigint)
      JOIN partner_access a ON a.api_key_id = r."apiKeyId" JOIN machine m ON m.id = r."machineId"
    ORDER BY a.id, r.day, m.id
    ON CONFLICT (access_id, day, machine_id) DO UPDATE SET requests = stored.requests + excluded.requests
  `.execute(db)
}

/** Which machines an access has read, the newest day first. Those that the customer has no more are among them. */
export async function readReads(db: Db, access: { id: string } | { apiKeyId: string }): Promise<PartnerRead[]> {
  const isOfAccess = 'id' in access ? sql`a.id = ${access.id}` : sql`a.api_key_id = ${access.apiKeyId}`
  const { rows } = await sql<PartnerRead>`
    SELECT r.day::text, m.machine_id AS "machineID", r.requests::float8 AS requests
    FROM partner_access a JOIN partner_read r ON r.access_id = a.id JOIN machine m ON m.id = r.machine_id
    WHERE ${isOfAccess} AND r.day >= ${since} ORDER BY r.day DESC, m.machine_id
  `.execute(db)
  return rows
}

/** Whose machines an access is about. @returns undefined where there is no such access */
export async function findCustomerOfAccess(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ customerId: string }>`
    SELECT customer_id AS "customerId" FROM partner_access WHERE id = ${id}
  `.execute(db)
  return rows[0]?.customerId
}

/** Nobody is shown what is older. */
export async function forgetOldReads(db: Db): Promise<void> {
  await sql`DELETE FROM partner_read WHERE day < ${since}`.execute(db)
}
