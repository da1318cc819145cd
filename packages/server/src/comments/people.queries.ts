import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { permissionToRead, type RecordName } from './commented-records.ts'

export interface Person {
  id: string
  name: string
}

/** The name of an account `u`. */
export const nameOfPerson = sql<string>`trim(u.first_name || ' ' || u.last_name)`

/** Staff who may see comments on a record: accounts `u`. */
function mayRead({ resource }: RecordName) {
  const has = (permission: string) =>
    sql`EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = ${permission})`
  return sql`u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled AND ${has('comment.read')} AND ${has(permissionToRead(resource))}`
}

/** Staff whose first or last names begin so, or whose whole name does. */
export async function findReaders(
  db: Transaction,
  record: RecordName,
  search: string,
  most: number,
): Promise<Person[]> {
  const start = sql`fold_case(${`${search.replaceAll(/[\\%_]/g, '\\$&')}%`})`
  const begins = (name: RawBuilder<unknown>) => sql`fold_case(${name}) LIKE ${start}`
  const { rows } = await sql<Person>`
    SELECT u.id, ${nameOfPerson} AS name FROM user_account u
    WHERE ${mayRead(record)} AND (${begins(sql`u.first_name`)} OR ${begins(sql`u.last_name`)} OR ${begins(nameOfPerson)})
    ORDER BY name, u.id LIMIT ${sql.lit(most)}
  `.execute(db)
  return rows
}

/** Those of the ids that are staff who may see comments on the record. */
export async function readersOf(
  db: Transaction,
  record: RecordName,
  ids: readonly string[],
): Promise<(Person & { email: string })[]> {
  const { rows } = await sql<Person & { email: string }>`
    SELECT u.id, ${nameOfPerson} AS name, u.email FROM user_account u
    WHERE u.id = ANY(${ids}::uuid[]) AND ${mayRead(record)} ORDER BY u.id
  `.execute(db)
  return rows
}
