const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** After a failure it is tried again no sooner. */
const RETRY_MS = HOUR_MS
const DRILL_EVERY_MS = 7 * DAY_MS
const DRILL_RETRY_MS = 6 * HOUR_MS

export type BackupSchedule = 'off' | 'daily' | 'weekly'

/** What was made of one kind. Times are Unix ms; null where there was none. */
export interface Made {
  lastSuccessAt: number | null
  lastFailureAt: number | null
}

/** @returns when a backup was due last, and when it is due next. Unix ms */
export function turnsOf(schedule: Exclude<BackupSchedule, 'off'>, hour: number, now: number): [number, number] {
  const every = schedule === 'daily' ? DAY_MS : 7 * DAY_MS
  // Weeks from a Monday: 1970-01-05.
  const from = (schedule === 'daily' ? 0 : 4 * DAY_MS) + hour * HOUR_MS
  const last = Math.floor((now - from) / every) * every + from
  return [last, last + every]
}

export function isBackupDue(schedule: BackupSchedule, hour: number, made: Made, now: number): boolean {
  if (schedule === 'off') return false
  const [last] = turnsOf(schedule, hour, now)
  return (made.lastSuccessAt ?? 0) < last && now - (made.lastFailureAt ?? 0) >= RETRY_MS
}

/** Only backups that there are can be tested. */
export function isDrillDue(backups: Made, drills: Made, now: number): boolean {
  if (backups.lastSuccessAt === null) return false
  return now - (drills.lastSuccessAt ?? 0) >= DRILL_EVERY_MS && now - (drills.lastFailureAt ?? 0) >= DRILL_RETRY_MS
}

export function everyMsOf(schedule: BackupSchedule): number | undefined {
  return schedule === 'off' ? undefined : (schedule === 'daily' ? 1 : 7) * DAY_MS
}
