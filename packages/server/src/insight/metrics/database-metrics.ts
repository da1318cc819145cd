import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** A database that does not answer must not keep the rest from being read. */
const PATIENCE = '1s'

const QUESTIONS = {
  migration: sql`SELECT 'newest', max(left(name, 4)::int)::float8 FROM migration`,
  lastSuccess: sql`
    SELECT name, extract(epoch FROM last_success_at)::float8 FROM periodic_job WHERE last_success_at IS NOT NULL
    UNION ALL
    SELECT CASE kind WHEN 'drill' THEN 'restore_drill' ELSE kind END, extract(epoch FROM max(ended_at))::float8
    FROM backup_run WHERE state = 'done' GROUP BY kind`,
  jobs: sql`SELECT state, count(*)::float8 FROM job GROUP BY state`,
  backfills: sql`SELECT name, handled::float8 FROM backfill WHERE done_at IS NULL`,
  /**
   * By the upper bound of the last part of each table that is parted by time. Names of parts end with the time at which they begin: the bound
   * of one part is worked out for each table, not those of the hundreds before it.
   */
  ahead: sql`
    SELECT parent, extract(epoch FROM bound::timestamptz - now())::float8 FROM (
      SELECT last.parent::regclass::text AS parent,
        (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d{4}-\\d\\d-\\d\\d[^'']*)''\\)'))[1] AS bound
      FROM (
        SELECT DISTINCT ON (inhparent) inhparent AS parent, inhrelid AS part
        FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relispartition AND relkind = 'r' ORDER BY inhparent, relname COLLATE "C" DESC
      ) last JOIN pg_class ON oid = last.part
    ) AS parts WHERE bound IS NOT NULL`,
}

/** All in one: a round trip for each would take longer than the answers. */
const ALL = sql.join(
  Object.entries(QUESTIONS).map(([question, query]) => {
    return sql`SELECT ${sql.lit(question)} AS question, word, value FROM (${query}) AS asked (word, value)`
  }),
  sql` UNION ALL `,
)

type Answers = Partial<Record<keyof typeof QUESTIONS, Record<string, number>>>

/** What the database knows of the product's work: jobs, tables in parts, its own version. */
export function registerDatabaseMetrics(metrics: Metrics, database: Database): void {
  let asked: Promise<Answers> | undefined
  const known = (question: keyof typeof QUESTIONS) => async () => {
    // All are asked for together, and so in one transaction.
    asked ??= ask(database).finally(() => {
      asked = undefined
    })
    return (await asked)[question] ?? {}
  }
  metrics.gaugeBy('packhouse_migration_version', 'Number of the newest migration', 'migration', known('migration'))
  metrics.gaugeBy(
    'packhouse_job_last_success_timestamp_seconds',
    'When a periodic job last succeeded',
    'job',
    known('lastSuccess'),
  )
  metrics.gaugeBy(
    'packhouse_backfill_rows',
    'Rows that a backfill under way has handled',
    'backfill',
    known('backfills'),
  )
  metrics.gaugeBy('packhouse_jobs', 'Jobs that are not done', 'state', known('jobs'))
  metrics.gaugeBy(
    'packhouse_partitions_ahead_seconds',
    'How far ahead the parts of a table reach',
    'table',
    known('ahead'),
  )
  metrics.gaugeBy('packhouse_db_pool_connections', 'Connections of the pools', 'state', () => database.connections())
  metrics.counterBy(
    'packhouse_history_reads_total',
    'Calls for history, by what they were read from; those that a replica was too far behind for, or away, were read from the primary',
    'source',
    () => database.replicaReads() ?? {},
  )
}

/** @returns nothing where the database does not answer: what is not known is left out, which is not the same as 0 */
async function ask(database: Database): Promise<Answers> {
  const answers: Answers = {}
  try {
    await database.system.transaction().execute(async (db) => {
      await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(db)
      const { rows } = await sql<{ question: keyof Answers; word: string; value: number }>`${ALL}`.execute(db)
      for (const [question, own] of Map.groupBy(rows, (row) => row.question)) {
        answers[question] = Object.fromEntries(own.map(({ word, value }) => [word, value]))
      }
    })
  } catch {
    return answers
  }
  return answers
}
