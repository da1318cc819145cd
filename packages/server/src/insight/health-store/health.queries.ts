import { type HealthWindow, healthWindows } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isAlive } from '../../platform/nodes/node-registry.ts'
import type { Role } from '../../platform/roles.ts'
import type { DiskPoint } from './disk-forecast.ts'
import { columns, type Figures, figureNames, overNodes, overTime } from './figures.ts'
import { COARSE, FINE } from './health-store.ts'

/** A server that has not reported for so long is unknown. */
export const SILENT_SECONDS = 45
const DISK_STEP_SECONDS = 6 * 3_600
const DISK_DAYS = 30

export interface HealthNode {
  name: string
  version: string
  state: 'up' | 'unknown' | 'stopped'
  roles: Role[]
  /** What it holds leases of. */
  owns: string[]
  isDraining: boolean
  startedAt: Date
  lastAt: Date
  tookMs: number
  series: number
  issues: Record<string, string>
  lastError: string | null
  lastErrorAt: Date | null
}

export async function readNodes(db: Db): Promise<HealthNode[]> {
  const { rows } = await sql<HealthNode>`
    SELECT health_node.name, health_node.version, health_node.started_at AS "startedAt", greatest(last_at, n.heartbeat_at) AS "lastAt",
      coalesce(n.roles, '{}') AS roles, coalesce(n.owns, '{}') AS owns, coalesce(n.is_draining, false) AS "isDraining", took_ms::float8 AS "tookMs", series, issues,
      last_error AS "lastError", last_error_at AS "lastErrorAt",
      CASE WHEN stopped_at IS NOT NULL THEN 'stopped' WHEN last_at < now() - make_interval(secs => ${SILENT_SECONDS}) THEN 'unknown'
        ELSE 'up' END AS state
    FROM health_node LEFT JOIN LATERAL (
      SELECT roles, heartbeat_at, is_draining,
        ARRAY(SELECT l.name FROM lease l WHERE l.owner = node.instance AND l.until_at > now() ORDER BY l.name) AS owns
      FROM node WHERE node.name = health_node.name AND ${isAlive} ORDER BY heartbeat_at DESC LIMIT 1
    ) n ON true
    ORDER BY stopped_at IS NOT NULL, health_node.name
  `.execute(db)
  return rows
}

const ofNode = (node: string | undefined) => (node === undefined ? sql`true` : sql`node = ${node}`)

/** The newest figures of servers that report. */
export async function readNow(db: Db, node: string | undefined): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT ${overNodes} FROM health_node n CROSS JOIN LATERAL (
      SELECT * FROM health_sample s WHERE s.node = n.name AND s.step = ${FINE.step} AND s.at > now() - make_interval(secs => 60)
      ORDER BY s.at DESC LIMIT 1
    ) newest WHERE n.stopped_at IS NULL AND n.last_at > now() - make_interval(secs => ${SILENT_SECONDS}) AND ${ofNode(node)}
  `.execute(db)
  return rows[0] ?? (Object.fromEntries(figureNames.map((name) => [name, null])) as Figures)
}

export interface Series {
  /** Unix ms of the first point. */
  from: number
  step: number
  /** By point; undefined where nothing was measured. */
  points: (Figures | undefined)[]
}

/** Figures over a window that ends now. */
export async function readSeries(db: Db, window: HealthWindow, node: string | undefined, now: number): Promise<Series> {
  const { seconds, step } = healthWindows[window]
  const stored = step < COARSE.step ? FINE : COARSE
  const count = seconds / step
  const from = (Math.floor(now / 1_000 / step) - count + 1) * step
  const { rows } = await sql<Figures & { place: number }>`
    WITH points AS (
      SELECT node, floor((extract(epoch FROM at) - ${from}) / ${step})::int AS place, ${overTime} FROM health_sample
      WHERE step = ${stored.step} AND at >= to_timestamp(${from}) AND ${ofNode(node)} GROUP BY 1, 2
    )
    SELECT place, ${overNodes} FROM points AS figures (node, place, ${columns}) WHERE place < ${count} GROUP BY place
  `.execute(db)
  const points: (Figures | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const { place, ...figures } of rows) points[place] = figures
  return { from: from * 1_000, step, points }
}

export interface DiskHistory {
  node: string
  usedBytes: number
  totalBytes: number
  points: DiskPoint[]
}

/** The disks of servers that report, the fullest first, with what was used of them every 6 hours of 30 days. */
export async function readDisks(db: Db, node: string | undefined): Promise<DiskHistory[]> {
  const { rows } = await sql<{ node: string; at: Date; used: number; total: number }>`
    SELECT DISTINCT ON (node, floor(extract(epoch FROM at) / ${sql.lit(DISK_STEP_SECONDS)})) node, at, disk_used_bytes AS used, disk_total_bytes AS total
    FROM health_sample JOIN health_node n ON n.name = node
    WHERE step = ${COARSE.step} AND at > now() - make_interval(days => ${DISK_DAYS}) AND disk_total_bytes > 0 AND ${ofNode(node)}
      AND n.stopped_at IS NULL AND n.last_at > now() - make_interval(secs => ${SILENT_SECONDS})
    ORDER BY node, floor(extract(epoch FROM at) / ${sql.lit(DISK_STEP_SECONDS)}), at DESC
  `.execute(db)
  return [...Map.groupBy(rows, (row) => row.node)]
    .map(([name, own]) => {
      const newest = own.at(-1)
      const points = own.map(({ at, used }) => ({ at: at.getTime(), used }))
      return { node: name, usedBytes: newest?.used ?? 0, totalBytes: newest?.total ?? 1, points }
    })
    .sort((one, other) => other.usedBytes / other.totalBytes - one.usedBytes / one.totalBytes)
}
