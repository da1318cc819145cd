import type { HealthAlertKind } from '@packhouse/contract'
import type { Finding } from '../../alarms/area.ts'
import type { DiskForecast } from '../health-store/disk-forecast.ts'
import type { KnownCertificate } from './certificates.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What the words of an alert are made of. Times are Unix ms. */
export interface AlertFacts {
  at?: number | null
  share?: number
  count?: number
  minutes?: number
  words?: string
}

/** What is found of one condition. Between what raises it and what clears it nothing changes, so that it never flaps. */
export interface Found {
  kind: HealthAlertKind
  subject: string
  severity: 'warning' | 'critical'
  finding: Finding
  facts: AlertFacts
}

/** How long a condition must hold, and be over, before that is believed. */
export const delays: Readonly<Record<HealthAlertKind, { onDelayMs: number; offDelayMs: number }>> = {
  diskFull: { onDelayMs: 10 * MINUTE_MS, offDelayMs: 60 * MINUTE_MS },
  backupOld: { onDelayMs: 0, offDelayMs: 0 },
  ingestAway: { onDelayMs: MINUTE_MS, offDelayMs: 2 * MINUTE_MS },
  certificateEnding: { onDelayMs: 0, offDelayMs: 0 },
  queueGrowing: { onDelayMs: 3 * MINUTE_MS, offDelayMs: 5 * MINUTE_MS },
}

function between(holds: boolean, over: boolean): Finding {
  return holds ? 'holds' : over ? 'over' : 'unknown'
}

const FULL_SOON_DAYS = 14
const NOT_FULL_SOON_DAYS = 21
const ALMOST_FULL = 0.95
const NOT_ALMOST_FULL = 0.93

export function ofDisk(node: string, share: number, { fullAt }: DiskForecast, now: number): Found {
  const daysLeft = fullAt === null ? Number.POSITIVE_INFINITY : (fullAt - now) / DAY_MS
  const finding = between(
    daysLeft < FULL_SOON_DAYS || share >= ALMOST_FULL,
    daysLeft > NOT_FULL_SOON_DAYS && share < NOT_ALMOST_FULL,
  )
  const severity = daysLeft < 3 || share >= ALMOST_FULL ? 'critical' : 'warning'
  return { kind: 'diskFull', subject: node, severity, finding, facts: { at: fullAt, share } }
}

/** @param issues what is wrong with the ingest of each server that reports; null where nothing is */
export function ofIngest(issues: readonly (string | null)[]): Found {
  const working = issues.filter((issue) => issue === null)
  const words = issues.find((issue) => issue !== null) ?? ''
  const finding = issues.length === 0 ? 'unknown' : working.length > 0 ? 'over' : 'holds'
  return { kind: 'ingestAway', subject: '', severity: 'critical', finding, facts: { words } }
}

const ENDS_SOON_DAYS = 30
const NOT_SOON_DAYS = 31

export function ofCertificate({ subject, endsAt }: KnownCertificate, now: number): Found {
  const daysLeft = (endsAt - now) / DAY_MS
  const finding = between(daysLeft < ENDS_SOON_DAYS, daysLeft > NOT_SOON_DAYS)
  const severity = daysLeft < 7 ? 'critical' : 'warning'
  return { kind: 'certificateEnding', subject, severity, finding, facts: { at: endsAt } }
}

export interface Backup {
  /** Unix ms; null where it has never succeeded. */
  lastSuccessAt: number | null
  everyMs: number
  hasFailed: boolean
  /** When a restore was last tested; null where there is nothing to test, undefined where that is not wanted. */
  lastDrillAt?: number | null | undefined
}

/** A backup may run for long, and one may be missed: it is old after twice its interval, and never before 26 hours. */
export function ofBackup({ lastSuccessAt, everyMs, hasFailed }: Backup, now: number): Found {
  const limit = Math.max(2 * everyMs, 26 * 60 * MINUTE_MS)
  const isOld = lastSuccessAt === null ? hasFailed : now - lastSuccessAt > limit
  const finding = between(isOld, lastSuccessAt !== null)
  return { kind: 'backupOld', subject: '', severity: 'critical', finding, facts: { at: lastSuccessAt } }
}

/** The subject of drills: that of backups is empty. */
export const DRILL = 'drill'
const DRILL_DAYS = 8

/** A restore is tested every week. */
export function ofDrill({ lastDrillAt }: Backup, now: number): Found {
  const isOld = lastDrillAt != null && now - lastDrillAt > DRILL_DAYS * DAY_MS
  const finding = between(isOld, !isOld)
  return { kind: 'backupOld', subject: DRILL, severity: 'warning', finding, facts: { at: lastDrillAt ?? null } }
}

const LONG_QUEUE = 1_000
const GROWTH = 1.1

/** @param before, @param now mean of the records that waited in the minutes before and in the last ones; null where unknown */
export function ofQueue(node: string, before: number | null, now: number | null): Found {
  const finding =
    before === null || now === null ? 'unknown' : between(now >= LONG_QUEUE && now > before * GROWTH, now < LONG_QUEUE)
  return { kind: 'queueGrowing', subject: node, severity: 'warning', finding, facts: { count: Math.round(now ?? 0) } }
}

const LONG_WAIT_SECONDS = 600
const SHORT_WAIT_SECONDS = 300
/** The subject of jobs among those of servers, which it cannot be the name of. */
export const JOBS = ' jobs'

export function ofJobs(waiting: number, waitSeconds: number): Found {
  const finding = between(waitSeconds > LONG_WAIT_SECONDS, waitSeconds < SHORT_WAIT_SECONDS)
  const facts = { count: waiting, minutes: Math.floor(waitSeconds / 60) }
  return { kind: 'queueGrowing', subject: JOBS, severity: 'warning', finding, facts }
}
