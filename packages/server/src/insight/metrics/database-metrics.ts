import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** A database that does not answer must not keep the rest from being read. */
const PATIENCE = '1s'

const QUESTIONS = {
  migration: sql`SELECT 'newest' AS word, max(left(name, 4)::int)::float8 AS value FROM migration`,
  lastSuccess: sql`
    SELECT name AS word, extract(epoch FROM last_success_at)::float8 AS value FROM periodic_job WHERE last_success_at IS NOT NULL
    UNION ALL
    SELECT CASE kind WHEN 'drill' THEN 'restore_drill' ELSE kind END, extract(epoch FROM max(ended_at))::float8
    FROM backup_run WHERE state = 'done' GROUP BY kind`,
  jobs: sql`SELECT state AS word, count(*)::float8 AS value FROM job GROUP BY state`,
  backfills: sql`SELECT name AS word, handled::float8 AS value FROM backfill WHERE done_at IS NULL`,
  /** By the upper bound of the last part of each table that is parted by time. */
  ahead: sql`
    SELECT parent AS word, extract(epoch FROM max(bound::timestamptz) - now())::float8 AS value FROM (
      SELECT inhparent::regclass::text AS parent,
        (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d{4}-\\d\\d-\\d\\d[^'']*)''\\)'))[1] AS bound
      FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relispartition AND relkind = 'r'
    ) AS parts WHERE bound IS NOT NULL GROUP BY parent`,
}

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
      for (const [question, query] of Object.entries(QUESTIONS)) {
        const { rows } = await sql<{ word: string; value: number }>`${query}`.execute(db)
        answers[question as keyof Answers] = Object.fromEntries(rows.map(({ word, value }) => [word, value]))
      }
    })
  } catch {
    return answers
  }
  return answers
}
