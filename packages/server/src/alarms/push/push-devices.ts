import { createHash } from 'node:crypto'
import { MAX_PUSH_DEVICES, type PushChoices, type PushDevice } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { SubscriptionKeys } from './push-encryption.ts'

/** Where a browser gets its messages, and what encrypts them. */
export interface PushSubscription {
  endpoint: string
  keys: SubscriptionKeys
}

/** Sent to those who have chosen nothing yet. */
const FIRST_CHOICES: PushChoices = { severities: ['critical', 'major'], quiet: null }

const time = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = sql`id, name, rtrim(translate(encode(endpoint_hash, 'base64'), '+/', '-_'), '=') AS fingerprint, service, ${time('created_at')} AS "createdAt", ${time('last_sent_at')} AS "lastSentAt", last_error AS "lastError"`

/** The devices of a person, the newest first. */
export async function readDevices(db: Db, userId: string): Promise<PushDevice[]> {
  const { rows } = await sql<PushDevice>`
    SELECT ${columns} FROM push_device WHERE user_id = ${userId} ORDER BY id DESC
  `.execute(db)
  return rows
}

/** One device of a person; undefined if it is not theirs. */
export async function readDevice(db: Db, userId: string, id: string): Promise<PushDevice | undefined> {
  return (await readDevices(db, userId)).find((device) => device.id === id)
}

/**
 * Adds a browser, or hands it over to whoever uses it now.
 * @returns undefined where the person has too many already
 */
export async function addDevice(
  db: Db,
  encryption: Encryption,
  { userId, name, subscription }: { userId: string; name: string; subscription: PushSubscription },
): Promise<PushDevice | undefined> {
  const hash = createHash('sha256').update(subscription.endpoint).digest()
  return await db.transaction().execute(async (transaction) => {
    // Of two at once the second counts the first.
    await sql`SELECT FROM user_account WHERE id = ${userId} FOR UPDATE`.execute(transaction)
    // Notices of another person went with the device: their tokens are of no use from now on.
    await sql`DELETE FROM push_device WHERE endpoint_hash = ${hash}`.execute(transaction)
    const { rows } = await sql<PushDevice>`
      INSERT INTO push_device (user_id, name, service, endpoint_hash, subscription)
      SELECT ${userId}, ${name}, ${new URL(subscription.endpoint).host}, ${hash},
        ${encryption.encrypt(JSON.stringify(subscription))}
      WHERE (SELECT count(*) FROM push_device WHERE user_id = ${userId}) < ${MAX_PUSH_DEVICES}
      RETURNING ${columns}
    `.execute(transaction)
    return rows[0]
  })
}

/** @returns undefined if it is not one of the person's */
export async function renameDevice(db: Db, userId: string, id: string, name: string): Promise<PushDevice | undefined> {
  const { rows } = await sql<PushDevice>`
    UPDATE push_device SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns}
  `.execute(db)
  return rows[0]
}

/** @returns whether it was one of the person's */
export async function removeDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM push_device WHERE id = ${id} AND user_id = ${userId} RETURNING id`.execute(db)
  return rows.length > 0
}

interface ChoiceRow {
  severities: PushChoices['severities']
  quiet: PushChoices['quiet']
  timeZone: string | null
}

/** @returns what a person has chosen, and the zone of their clock; null where the account names none */
export async function readChoices(db: Db, userId: string): Promise<{ choices: PushChoices; timeZone: string | null }> {
  const { rows } = await sql<ChoiceRow>`
    SELECT coalesce(c.severities, ${FIRST_CHOICES.severities}::text[]) AS severities, u.timezone AS "timeZone",
      CASE WHEN c.quiet_from IS NOT NULL THEN jsonb_build_object('from', to_char(c.quiet_from, 'HH24:MI'),
        'to', to_char(c.quiet_to, 'HH24:MI'), 'criticalThrough', c.critical_through) END AS quiet
    FROM user_account u LEFT JOIN push_choice c ON c.user_id = u.id WHERE u.id = ${userId}
  `.execute(db)
  const { severities, quiet, timeZone } = rows[0] ?? { ...FIRST_CHOICES, timeZone: null }
  return { choices: { severities, quiet }, timeZone }
}

export async function storeChoices(db: Db, userId: string, { severities, quiet }: PushChoices): Promise<void> {
  await sql`
    INSERT INTO push_choice (user_id, severities, quiet_from, quiet_to, critical_through)
    VALUES (${userId}, ${[...new Set(severities)]}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${quiet?.criticalThrough ?? true})
    ON CONFLICT (user_id) DO UPDATE SET severities = excluded.severities, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, critical_through = excluded.critical_through
  `.execute(db)
}
