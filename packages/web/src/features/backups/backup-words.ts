import type { BackupRun } from '@packhouse/contract'
import { t } from '@packhouse/messages'

const steps: Record<NonNullable<BackupRun['step']>, string> = {
  reading: t('backups.stepReading'),
  files: t('backups.stepFiles'),
  checking: t('backups.stepChecking'),
  preparing: t('backups.stepPreparing'),
  loading: t('backups.stepLoading'),
  indexing: t('backups.stepIndexing'),
  comparing: t('backups.stepComparing'),
}

/** What a run does at the moment. */
export function stepWords({ kind, state, step }: BackupRun): string {
  if (state === 'waiting') return kind === 'backup' ? t('backups.backupWaits') : t('backups.drillWaits')
  if (step !== null) return steps[step]
  return kind === 'backup' ? t('backups.backupRuns') : t('backups.drillRuns')
}
