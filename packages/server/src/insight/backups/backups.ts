import type { Platform } from '../../engine/area.ts'
import { openTarget } from '../../platform/backup/backup-work.ts'
import { backupHandlers } from './backup.actions.ts'
import { BackupJob } from './backup-job.ts'
import { BackupList } from './backup-list.ts'

/** Backups of the installation: the screen, what staff ask for, and what is due. */
export function backupParts(platform: Platform) {
  const { config } = platform
  const list = new BackupList(() => openTarget({ ...config.backup, s3: config.s3 }))
  const job = new BackupJob(platform)
  return { handlers: backupHandlers({ ...platform, list, jobName: job.name }), jobs: [job] }
}
