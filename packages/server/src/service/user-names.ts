import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** Customers see who served their machine and who comes, though they see no accounts of staff. @param ids of rows that they see */
export async function userNames(
  database: Database,
  ids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM user_account WHERE id = ANY(${known}::uuid[])
  `.execute(database.system)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
