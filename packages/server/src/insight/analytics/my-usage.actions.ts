import type { AnalyticsMode, UsageKind } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { type Cell, textCell } from '../../engine/resource/csv/cell.ts'
import { sendTable } from '../../engine/resource/csv/send-table.ts'
import type { Database, Db, Transaction } from '../../platform/database.ts'

const MOST_NAMES = 50
/** Rows that are read at once. */
const PORTION = 1_000
const HEAD = ['stored', 'at', 'kind', 'name', 'count', 'duration_ms']

interface StoredRow {
  stored: string
  at: Date
  kind: UsageKind
  name: string
  n: number
  ms: number
}

/** What is stored of the caller, whoever they are: everybody sees and takes along their own. */
export function myUsageHandlers(
  database: Database,
  modeNow: () => AnalyticsMode,
): HandlersOf<'myUsage' | 'exportMyUsage'> {
  return {
    myUsage: async ({ principal }) => {
      const db = database.system
      const person = await keyOf(db, principal.userId)
      const { rows } = await sql<{ events: number; oldest: Date | null; sessions: number }>`
        SELECT (SELECT count(*)::int FROM app_event WHERE person = ${person}) AS events,
          (SELECT min(at) FROM app_event WHERE person = ${person}) AS oldest,
          (SELECT count(*)::int FROM activity_span WHERE person = ${person}) AS sessions
      `.execute(db)
      const names = await sql<{ kind: UsageKind; name: string; count: number; minutes: number }>`
        SELECT kind, e.name, sum(n)::int AS count, sum(duration_ms)::float8 / 60000 AS minutes
        FROM event_quarter q JOIN event_name e ON e.key = q.name WHERE person = ${person}
        GROUP BY kind, e.name ORDER BY count DESC, kind, name LIMIT ${MOST_NAMES}
      `.execute(db)
      const { events = 0, oldest = null, sessions = 0 } = rows[0] ?? {}
      return { mode: modeNow(), events, oldest: oldest?.toISOString() ?? null, sessions, names: names.rows }
    },
    exportMyUsage: ({ principal, reply }) =>
      sendTable(reply, { name: 'my-usage', format: 'csv' }, async (write) => {
        await database.system.transaction().execute(async (db) => {
          await write(portionsOf(db, await keyOf(db, principal.userId)))
        })
      }),
  }
}

/** By a cursor: somebody may have more rows than fit into memory. */
async function* portionsOf(db: Transaction, person: number): AsyncGenerator<Cell[][]> {
  yield [HEAD.map(textCell)]
  await sql`
    DECLARE stored CURSOR FOR SELECT * FROM (
      SELECT 'event' AS stored, at, kind, e.name, n, duration_ms::float8 AS ms
      FROM app_event a JOIN event_name e ON e.key = a.name WHERE person = ${person}
      UNION ALL
      SELECT 'quarter hour', to_timestamp(quarter * 900::float8), kind, e.name, n, duration_ms::float8
      FROM event_quarter q JOIN event_name e ON e.key = q.name WHERE person = ${person}
      UNION ALL
      SELECT 'session', from_at, 'session', coalesce(e.name, ''), 1, extract(epoch FROM to_at - from_at)::float8 * 1000
      FROM activity_span s LEFT JOIN event_name e ON e.key = s.name WHERE person = ${person}) stored
    ORDER BY stored, at
  `.execute(db)
  for (;;) {
    const { rows } = await sql<StoredRow>`FETCH ${sql.lit(PORTION)} FROM stored`.execute(db)
    if (rows.length === 0) return
    yield rows.map((row) =>
      [row.stored, row.at.toISOString(), row.kind, row.name, String(row.n), String(Math.round(row.ms))].map(textCell),
    )
  }
}

/** Of somebody of whom nothing is stored it is a key that nobody has. */
async function keyOf(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ key: number }>`SELECT key FROM event_person WHERE user_id = ${userId}`.execute(db)
  return rows[0]?.key ?? 0
}
