import { type SettingKey, type StoredValue, settingKeys, settingOf } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/database.ts'

/** A setting that was changed at least once, with its last change. */
export interface SettingRow {
  id: string
  key: SettingKey
  value: StoredValue
  isSet: boolean
  rowVersion: number
  at: Date
  userId: string
  userName: string | null
}

const nameOf = sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`

export async function readSettingRows(db: Db): Promise<Map<string, SettingRow>> {
  const { rows } = await sql<SettingRow>`
    SELECT s.id, s.key, s.value, s.value IS NOT NULL OR s.encrypted IS NOT NULL AS "isSet", s.row_version AS "rowVersion",
      c.at, c.user_id AS "userId", ${nameOf} AS "userName"
    FROM setting s
      JOIN LATERAL (SELECT at, user_id FROM setting_change WHERE setting_id = s.id ORDER BY id DESC LIMIT 1) c ON true
      LEFT JOIN user_account u ON u.id = c.user_id
  `.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

export interface ChangeRow {
  id: string
  at: Date
  key: SettingKey
  userId: string
  userName: string | null
  before: StoredValue
  after: StoredValue
  takesBack: string | null
}

/** Changes of settings that this version knows, newest first. @param page of one setting, and those before a change */
export async function readChanges(
  db: Db,
  page: { key?: string | undefined; before?: string | undefined; id?: string; limit: number },
): Promise<ChangeRow[]> {
  const { key = null, before = null, id = null, limit } = page
  const { rows } = await sql<ChangeRow>`
    SELECT c.id::text, c.at, s.key, c.user_id AS "userId", ${nameOf} AS "userName", c.before, c.after,
      c.takes_back::text AS "takesBack"
    FROM setting_change c JOIN setting s ON s.id = c.setting_id LEFT JOIN user_account u ON u.id = c.user_id
    WHERE s.key = ANY(${settingKeys}::text[]) AND (${key}::text IS NULL OR s.key = ${key}) AND (${before}::bigint IS NULL OR c.id < ${before}::bigint)
      AND (${id}::bigint IS NULL OR c.id = ${id}::bigint)
    ORDER BY c.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** How many accounts there are. */
export async function countPeople(db: Db): Promise<{ all: number; staff: number }> {
  const { rows } = await sql<{ all: number; staff: number }>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE customer_id IS NULL)::int AS staff
    FROM user_account WHERE deleted_at IS NULL
  `.execute(db)
  return rows[0] ?? { all: 0, staff: 0 }
}

export interface NewValue {
  key: SettingKey
  value: StoredValue
  /** In place of the value of a secret. */
  encrypted: Buffer | null
  userId: string
  takesBack: string | undefined
}

/** Stores a value and the change. @returns the id of the setting */
export async function storeValue(db: Transaction, before: SettingRow | undefined, change: NewValue): Promise<string> {
  const { key, value, encrypted, userId, takesBack = null } = change
  const isSecret = settingOf(key).kind === 'secret'
  const json = isSecret || value === null ? null : JSON.stringify(value)
  const old = before === undefined || before.value === null ? null : JSON.stringify(before.value)
  const { rows } = await sql<{ id: string }>`
    WITH stored AS (
      INSERT INTO setting (key, value, encrypted) VALUES (${key}, ${json}::jsonb, ${encrypted})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, encrypted = excluded.encrypted, row_version = setting.row_version + 1
      RETURNING id, row_version
    ), told AS (
      INSERT INTO setting_change (setting_id, user_id, before, after, row_version, takes_back)
      SELECT id, ${userId}, ${old}::jsonb, ${json}::jsonb, row_version, ${takesBack}::bigint FROM stored
    )
    SELECT id FROM stored
  `.execute(db)
  return rows[0]?.id ?? ''
}
