import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { forecastDisk } from '../health-store/disk-forecast.ts'
import { readDisks, readNodes, readNow } from '../health-store/health.queries.ts'
import { FINE } from '../health-store/health-store.ts'
import { readCertificates, type WhereFrom } from './certificates.ts'
import {
  type Backup,
  type Found,
  ofBackup,
  ofCertificate,
  ofDisk,
  ofDrill,
  ofIngest,
  ofJobs,
  ofQueue,
} from './findings.ts'

/** A queue of the last minutes is compared with the minutes before. */
const QUEUE_SECONDS = 150

export interface FindParts extends WhereFrom {
  /** A disk with less room counts as full. */
  minFreeBytes: number
  backups: BackupPlan
}

/** How often backups and drills are due; undefined where they are not. */
export interface BackupPlan {
  everyMs: () => number | undefined
  hasDrills: () => boolean
}

/** What there is to say of every condition now. @param now Unix ms, of the database */
export async function findAll(db: Db, parts: FindParts, now: number): Promise<Found[]> {
  const { backups, minFreeBytes } = parts
  const nodes = (await readNodes(db)).filter(({ state }) => state === 'up')
  const disks = await readDisks(db, undefined)
  const backup = await readBackup(db, backups)
  const figures = await readNow(db, undefined)
  return [
    ofIngest(nodes.map(({ issues }) => issues.ingest ?? null)),
    ...disks.map(({ node, usedBytes, totalBytes, points }) =>
      ofDisk(node, usedBytes / totalBytes, forecastDisk(points, totalBytes - minFreeBytes), now),
    ),
    ...(backup === undefined ? [] : [ofBackup(backup, now), ofDrill(backup, now)]),
    ...(await readCertificates(db, parts)).map((certificate) => ofCertificate(certificate, now)),
    ...(await readQueues(db)).map(({ node, before, last }) => ofQueue(node, before, last)),
    ...(figures.jobWaitSeconds === null ? [] : [ofJobs(figures.jobsWaiting ?? 0, figures.jobWaitSeconds)]),
  ]
}

/** @returns undefined where no backup is scheduled */
export async function readBackup(db: Db, { everyMs, hasDrills }: BackupPlan): Promise<Backup | undefined> {
  const every = everyMs()
  if (every === undefined) return undefined
  const { rows } = await sql<{ first: Date | null; last: Date | null; drill: Date | null; failures: number }>`
    SELECT min(ended_at) FILTER (WHERE kind = 'backup' AND state = 'done') AS first,
      max(ended_at) FILTER (WHERE kind = 'backup' AND state = 'done') AS last,
      max(ended_at) FILTER (WHERE kind = 'drill' AND state = 'done') AS drill,
      (count(*) FILTER (WHERE kind = 'backup' AND state = 'failed'))::int AS failures
    FROM backup_run
  `.execute(db)
  const { first = null, last = null, drill = null, failures = 0 } = rows[0] ?? {}
  return {
    lastSuccessAt: last?.getTime() ?? null,
    everyMs: every,
    hasFailed: failures > 0,
    // As if the first backup had been tested: the first drill has as long as any other.
    lastDrillAt: hasDrills() ? ((drill ?? first)?.getTime() ?? null) : undefined,
  }
}

interface QueueRow {
  node: string
  before: number | null
  last: number | null
}

async function readQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    SELECT node, avg(queue_records) FILTER (WHERE NOT is_last)::float8 AS before, avg(queue_records) FILTER (WHERE is_last)::float8 AS last
    FROM (
      SELECT node, queue_records, at > now() - make_interval(secs => ${QUEUE_SECONDS}) AS is_last FROM health_sample
      WHERE step = ${FINE.step} AND at > now() - make_interval(secs => ${2 * QUEUE_SECONDS})
    ) AS looks GROUP BY node
  `.execute(db)
  return rows
}
