import { PARTNER_USE_DAYS, PARTNERS_SHOWN, type PartnerAccess, type PartnerStatus } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database.ts'

export async function findCustomer(database: Database, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM customer WHERE id = ${id}`.execute(database.system)
  return rows.length > 0
}

/** How many partners of the customer have access now. Two who give it at once follow each other. */
export async function countWorking(db: Transaction, customerId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`partners of ${customerId}`}))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM partner_access
    WHERE customer_id = ${customerId} AND ended_at IS NULL AND expires_at > now()
  `.execute(db)
  return rows[0]?.count ?? 0
}

interface Given {
  customerId: string
  userId: string
  apiKeyId: string
  partner: string
  contact: string
  purpose: string
  expiresAt: string
}

/** @returns the id of the access */
export async function insertAccess(db: Transaction, given: Given): Promise<string> {
  const { customerId, userId, apiKeyId, partner, contact, purpose, expiresAt } = given
  const { rows } = await sql<{ id: string }>`
    INSERT INTO partner_access (customer_id, api_key_id, partner, contact, purpose, given_by, expires_at)
    VALUES (${customerId}, ${apiKeyId}, ${partner}, ${contact}, ${purpose}, ${userId}, ${expiresAt}) RETURNING id
  `.execute(db)
  return rows[0]?.id ?? ''
}

/** @returns how many of the machines there are */
export async function insertMachines(db: Transaction, accessId: string, machineIDs: readonly string[]) {
  const { numAffectedRows } = await sql`
    INSERT INTO partner_access_machine (access_id, machine_id)
    SELECT ${accessId}, id FROM machine WHERE machine_id = ANY(${machineIDs}::text[]) AND deleted_at IS NULL
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @returns whether it was ended by this */
export async function endAccess(db: Transaction, id: string, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE partner_access SET ended_at = now(), ended_by = ${userId} WHERE id = ${id} AND ended_at IS NULL
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

interface AccessRow {
  id: string
  partner: string
  contact: string
  purpose: string
  status: PartnerStatus
  prefix: string | null
  machines: { machineID: string; removedAt: string | null }[]
  givenAt: Date
  givenBy: string | null
  expiresAt: Date
  endedAt: Date | null
  endedBy: string | null
  lastUsedAt: Date | null
  use: { day: string; requests: number }[]
}

/**
 * The accesses of one customer, for whoever may see that customer. As the product itself: names of people who ended an access, and how often a key was
 * used, are in no customer's scope.
 */
export async function readAccesses(
  database: Database,
  { customerId, id }: { customerId: string; id?: string },
): Promise<PartnerAccess[]> {
  const { rows } = await sql<AccessRow>`
    SELECT a.id, a.partner, a.contact, a.purpose, k.prefix, a.given_at AS "givenAt", a.expires_at AS "expiresAt", a.ended_at AS "endedAt",
      s.last_used_at AS "lastUsedAt", ${nameOf('a.given_by')} AS "givenBy", ${nameOf('a.ended_by')} AS "endedBy",
      CASE WHEN a.ended_at IS NOT NULL THEN 'ended' WHEN a.expires_at <= now() THEN 'expired'
        WHEN EXISTS (SELECT FROM usable_api_key w WHERE w.id = a.api_key_id AND cardinality(w.permissions) > 0) THEN 'active'
        ELSE 'paused' END AS status,
      ARRAY(SELECT jsonb_build_object('machineID', m.machine_id, 'removedAt', o.removed_at)
        FROM partner_access_machine o JOIN machine m ON m.id = o.machine_id WHERE o.access_id = a.id ORDER BY m.machine_id) AS machines,
      ARRAY(SELECT jsonb_build_object('day', day, 'requests', calls) FROM (
        SELECT (minute AT TIME ZONE 'UTC')::date AS day, sum(calls)::int AS calls FROM api_count
        WHERE api_key_id = a.api_key_id AND minute >= date_trunc('day', now(), 'UTC') - make_interval(days => ${PARTNER_USE_DAYS - 1})
        GROUP BY 1 ORDER BY 1 DESC) AS used) AS use
    FROM (
      SELECT * FROM partner_access WHERE customer_id = ${customerId} AND id = coalesce(${id ?? null}::uuid, id)
      ORDER BY ended_at IS NULL AND expires_at > now() DESC, id DESC LIMIT ${PARTNERS_SHOWN}
    ) AS a LEFT JOIN api_key k ON k.id = a.api_key_id LEFT JOIN api_key_secret s ON s.api_key_id = a.api_key_id
    ORDER BY a.ended_at IS NULL AND a.expires_at > now() DESC, a.id DESC
  `.execute(database.system)
  return rows.map(({ machines, givenAt, expiresAt, endedAt, lastUsedAt, ...row }) => ({
    ...row,
    machines: machines.map(({ machineID, removedAt }) => ({ machineID, removedAt: isoOf(removedAt) })),
    givenAt: givenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: isoOf(endedAt),
    lastUsedAt: isoOf(lastUsedAt),
  }))
}

function nameOf(column: string) {
  return sql`(SELECT first_name || ' ' || last_name FROM user_account WHERE id = ${sql.ref(column)})`
}

function isoOf(at: Date | string | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
