import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { rowScope } from '../../engine/principal.ts'
import type { Database } from '../../platform/database.ts'
import { readableResources } from '../auth-log/readable.ts'
import { type ChangeRow, toChange } from './change.ts'

/** Bytes of values on a page: it ends earlier where they are large, and always has one change. */
const PAGE_BYTES = 5_000_000

/** Changes from a cursor on. Those of customers' people see none: row-level security shows the audit to staff alone. */
export function changeHandlers(database: Database): HandlersOf<'listChanges'> {
  return {
    listChanges: async ({ principal, query: { after = '0-0', limit }, reply }) => {
      reply.header('cache-control', 'no-store')
      const [xact, id] = after.split('-')
      const names = [...readableResources(principal).keys()]
      const rows = await database.inScope(rowScope(principal), async (db) => {
        const found = await sql<ChangeRow>`
          WITH next AS (
            SELECT e.*, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) AS bytes FROM audit_entry e
            WHERE (e.xact, e.id) > (${xact}::text::xid8, ${id}::bigint) AND e.xact < pg_snapshot_xmin(pg_current_snapshot())
              AND resource = ANY(${names}::text[])
            ORDER BY e.xact, e.id LIMIT ${limit}
          ), counted AS (SELECT *, sum(bytes) OVER (ORDER BY xact, id) - bytes AS bytes_before FROM next)
          SELECT c.id::text, c.xact::text, at, actor_id AS "actorId", action, resource, row_id AS "rowId", before, after FROM counted c
          WHERE bytes_before < ${PAGE_BYTES}
          -- With the table: as they are selected, both are texts, and '10' comes before '9'.
          ORDER BY c.xact, c.id
        `.execute(db)
        return found.rows
      })
      const items = rows.flatMap((row) => toChange(row, principal, true) ?? [])
      const last = rows.at(-1)
      return { items, next: last === undefined ? null : `${last.xact}-${last.id}` }
    },
  }
}
