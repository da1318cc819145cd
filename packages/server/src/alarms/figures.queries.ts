import { type AlarmSeverity, type AlarmStatistics, type AlarmSummary, alarmSeverities } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

interface Count {
  machineID: string
  severity: AlarmSeverity
  active: number
  unacknowledged: number
  activeUnacknowledged: number
}

/** So many of those that returned to normal are counted: nobody may have acknowledged any for years. */
const MOST_RETURNED = 10_000

/**
 * How many alarms are active among those that the scope sees, and how many wait for an acknowledgement. ISA-18.2: those that have
 * returned to normal unseen wait as well, of which the newest 10,000 are counted.
 */
export async function readSummary(db: Transaction): Promise<AlarmSummary> {
  const { rows } = await sql<Count>`
    SELECT m.machine_id AS "machineID", a.severity, count(*) FILTER (WHERE a.cleared_at IS NULL)::int AS active,
      count(*) FILTER (WHERE a.acknowledged_at IS NULL)::int AS unacknowledged,
      count(*) FILTER (WHERE a.cleared_at IS NULL AND a.acknowledged_at IS NULL)::int AS "activeUnacknowledged"
    FROM (
      SELECT machine_key, severity, cleared_at, acknowledged_at FROM alarm WHERE cleared_at IS NULL
      UNION ALL
      (SELECT machine_key, severity, cleared_at, acknowledged_at FROM alarm WHERE cleared_at IS NOT NULL AND acknowledged_at IS NULL
        ORDER BY started_at DESC, id DESC LIMIT ${sql.lit(MOST_RETURNED)})
    ) a JOIN machine m ON m.key = a.machine_key
    WHERE m.deleted_at IS NULL
    GROUP BY 1, 2 ORDER BY 1, array_position(${alarmSeverities}::text[], a.severity)
  `.execute(db)
  const floods = await sql<{ since: Date }>`SELECT since FROM alarm_flood ORDER BY since LIMIT 1`.execute(db)
  const severities = alarmSeverities.map((severity) => [severity, sum(rows.filter((row) => row.severity === severity))])
  return {
    ...sum(rows),
    bySeverity: Object.fromEntries(severities) as AlarmSummary['bySeverity'],
    machines: [...Map.groupBy(rows, ({ machineID }) => machineID)].map(([machineID, counts]) => {
      return { machineID, highest: counts[0]?.severity ?? 'info', ...sum(counts) }
    }),
    floodedSince: floods.rows[0]?.since.toISOString() ?? null,
  }
}

type Summed = 'active' | 'unacknowledged' | 'activeUnacknowledged'

function sum(counts: readonly Count[]): Record<Summed, number> {
  const of = (name: Summed) => counts.reduce((total, count) => total + count[name], 0)
  return {
    active: of('active'),
    unacknowledged: of('unacknowledged'),
    activeUnacknowledged: of('activeUnacknowledged'),
  }
}

const TOP = 10
const DAY_MS = 86_400_000

/** Which alarms are counted: those that began at or after `from`, and before `to` where there is one. */
interface Counted {
  from: Date
  to?: Date
  machineID?: string | undefined
}

/** The counted alarms that the scope sees. One that is still active lasts until now. @param now Unix ms */
function countedAlarms({ from, to, machineID }: Counted, now: number) {
  return sql`
    SELECT a.*, m.machine_id, extract(epoch FROM coalesce(a.cleared_at, ${new Date(now)}) - a.started_at) AS seconds,
      -- Of an alarm that came late, by a clock that is ahead, somebody may have known before it was raised.
      CASE WHEN a.acknowledged_at IS NOT NULL
        THEN greatest(extract(epoch FROM a.acknowledged_at - a.raised_at), 0) END AS wait
    FROM alarm a JOIN machine m ON m.key = a.machine_key
    WHERE a.started_at >= ${from} AND a.started_at < ${to ?? sql`'infinity'`} AND m.deleted_at IS NULL
      AND ${machineID ?? null}::text IS NOT DISTINCT FROM
      CASE WHEN ${machineID ?? null}::text IS NULL THEN NULL ELSE m.machine_id END`
}

/** By rule and machine, those with most alarms first. */
async function readTop(db: Transaction, counted: Counted, now: number): Promise<AlarmStatistics['top']> {
  const { rows } = await sql<AlarmStatistics['top'][number]>`
    SELECT rule_id AS "ruleId", code, severity, machine_id AS "machineID", count(*)::int AS count,
      greatest(sum(seconds), 0)::float8 AS "totalSeconds", greatest(avg(seconds), 0)::float8 AS "meanSeconds",
      avg(wait)::float8 AS "meanSecondsToAcknowledge"
    FROM (${countedAlarms(counted, now)}) AS seen GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 6 DESC, 2, 4 LIMIT ${TOP}
  `.execute(db)
  return rows
}

/** What alarms of a stretch amount to. */
export interface AlarmFigures {
  /** Those of which there are any, the gravest first. */
  severities: { severity: AlarmSeverity; count: number; totalSeconds: number }[]
  top: AlarmStatistics['top']
}

/** The totals of the alarms of a machine that began in a stretch, and its most frequent ones. @param now Unix ms */
export async function readAlarmFigures(
  db: Transaction,
  counted: Required<Counted>,
  now: number,
): Promise<AlarmFigures> {
  const { rows } = await sql<AlarmFigures['severities'][number]>`
    SELECT severity, count(*)::int AS count, greatest(sum(seconds), 0)::float8 AS "totalSeconds"
    FROM (${countedAlarms(counted, now)}) AS seen
    GROUP BY 1 ORDER BY array_position(${alarmSeverities}::text[], severity)
  `.execute(db)
  return { severities: rows, top: await readTop(db, counted, now) }
}

/** What was raised in the last days. @param now Unix ms */
export async function readStatistics(
  db: Transaction,
  { days, machineID }: { days: number; machineID?: string | undefined },
  now: number,
): Promise<AlarmStatistics> {
  const from = new Date(now - days * DAY_MS)
  const seen = countedAlarms({ from, machineID }, now)
  const daily = await sql<{ day: string; count: number }>`
    SELECT d::date::text AS day, count(seen.id)::int AS count
    FROM generate_series(${from}::timestamptz AT TIME ZONE 'UTC', ${new Date(now)}::timestamptz AT TIME ZONE 'UTC', '1 day') AS d
      LEFT JOIN (${seen}) AS seen ON (seen.started_at AT TIME ZONE 'UTC')::date = d::date
    GROUP BY 1 ORDER BY 1
  `.execute(db)
  const all = await sql<{ total: number; wait: number | null }>`
    SELECT count(*)::int AS total, avg(wait)::float8 AS wait FROM (${seen}) AS seen
  `.execute(db)
  return {
    from: from.toISOString(),
    to: new Date(now).toISOString(),
    total: all.rows[0]?.total ?? 0,
    meanSecondsToAcknowledge: all.rows[0]?.wait ?? null,
    days: daily.rows,
    top: await readTop(db, { from, machineID }, now),
  }
}
