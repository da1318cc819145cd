import { resources } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Removes comments and follow-ups of records that are gone for good: no foreign key reaches a record of any table. */
export async function sweepComments(db: Db): Promise<void> {
  for (const { name, table } of resources) {
    for (const swept of ['record_comment', 'follow_up']) {
      await sql`
        DELETE FROM ${sql.table(swept)} s
        WHERE s.resource = ${name} AND NOT EXISTS (SELECT FROM ${sql.table(table)} r WHERE r.id = s.record_id)
      `.execute(db)
    }
  }
}
