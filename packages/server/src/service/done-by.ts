import { type RawBuilder, sql } from 'kysely'
import { isOfAnother, unlessOfAnother } from '../monitoring/area.ts'
import type { Database } from '../platform/database.ts'

/** Who did the work of a service record. */
export interface DoneBy {
  doneById: string | null
  /** Of somebody without an account. */
  doneBy: string | null
  isOfAnother: boolean
}

/** Whether a service record is of work for a customer before the one who reads it: people of that one are not named (decision 0167). @param record the alias of its table */
export function isRecordOfAnother(record: string): RawBuilder<boolean> {
  return isOfAnother(sql`was_of_another(${sql.ref(`${record}.machine_id`)}, ${sql.ref(`${record}.done_at`)})`)
}

/** A column of words of a record, which may name people. @param record the alias of its table */
export function ownWords(record: string, column: 'done_by' | 'notes'): RawBuilder<string | null> {
  return unlessOfAnother(isRecordOfAnother(record), sql.ref<string | null>(`${record}.${column}`))
}

/** The names of those who did the work, in the order of the records. Of a time of another customer only people of the staff are named. */
export async function doneByOf(database: Database, records: readonly DoneBy[]): Promise<(string | null)[]> {
  const ids = records.flatMap(({ doneById }) => doneById ?? [])
  if (ids.length === 0) return records.map(({ doneBy }) => doneBy)
  // Customers see who served their machine, though they see no accounts of staff.
  const { rows } = await sql<{ id: string; name: string; isOfStaff: boolean }>`
    SELECT id, first_name || ' ' || last_name AS name, customer_id IS NULL AS "isOfStaff" FROM user_account WHERE id = ANY(${ids}::uuid[])
  `.execute(database.system)
  const people = new Map(rows.map((person) => [person.id, person]))
  return records.map(({ doneById, doneBy, isOfAnother: isHidden }) => {
    const person = people.get(doneById ?? '')
    return person !== undefined && (person.isOfStaff || !isHidden) ? person.name : doneBy
  })
}
