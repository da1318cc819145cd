import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { forecastDisk } from '../health-store/disk-forecast.ts'
import { readDisks, readNodes, readNow } from '../health-store/health.queries.ts'
import { FINE } from '../health-store/health-store.ts'
import { readCertificates, type WhereFrom } from './certificates.ts'
import { type Backup, type Found, ofBackup, ofCertificate, ofDisk, ofIngest, ofJobs, ofQueue } from './findings.ts'

/** The periodic job that makes backups, where there is one. */
export const BACKUP_JOB = 'Back up'
/** A queue of the last minutes is compared with the minutes before. */
const QUEUE_SECONDS = 150

export interface FindParts extends WhereFrom {
  /** A disk with less room counts as full. */
  minFreeBytes: number
}

/** What there is to say of every condition now. @param now Unix ms, of the database */
export async function findAll(db: Db, parts: FindParts, now: number): Promise<Found[]> {
  const { minFreeBytes } = parts
  const nodes = (await readNodes(db)).filter(({ state }) => state === 'up')
  const disks = await readDisks(db, undefined)
  const backup = await readBackup(db)
  const figures = await readNow(db, undefined)
  return [
    ofIngest(nodes.map(({ issues }) => issues.ingest ?? null)),
    ...disks.map(({ node, usedBytes, totalBytes, points }) =>
      ofDisk(node, usedBytes / totalBytes, forecastDisk(points, totalBytes - minFreeBytes), now),
    ),
    ...(backup === undefined ? [] : [ofBackup(backup, now)]),
    ...(await readCertificates(db, parts)).map((certificate) => ofCertificate(certificate, now)),
    ...(await readQueues(db)).map(({ node, before, last }) => ofQueue(node, before, last)),
    ...(figures.jobWaitSeconds === null ? [] : [ofJobs(figures.jobsWaiting ?? 0, figures.jobWaitSeconds)]),
  ]
}

/** @returns undefined where no backup is set up */
export async function readBackup(db: Db): Promise<Backup | undefined> {
  const { rows } = await sql<{ at: Date | null; every: number; failures: number }>`
    SELECT last_success_at AS at, extract(epoch FROM every)::float8 AS every, failures FROM periodic_job WHERE name = ${BACKUP_JOB}
  `.execute(db)
  const [job] = rows
  if (job === undefined) return undefined
  return { lastSuccessAt: job.at?.getTime() ?? null, everyMs: job.every * 1_000, hasFailed: job.failures > 0 }
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
