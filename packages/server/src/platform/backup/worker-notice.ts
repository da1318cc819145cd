import type { BackupChoices, BackupPlaces } from './backup-work.ts'
import type { Step } from './progress.ts'

/** What a process for backups is to do. It comes over its channel, so that no secret is in its environment or arguments. */
export type WorkOrder =
  | { kind: 'backup'; places: BackupPlaces; choices: BackupChoices }
  | { kind: 'drill'; places: BackupPlaces }

/** What it tells its server. */
export type WorkerNotice =
  | { step: Step; share: number }
  /** The name of the backup, and what is to be seen to. */
  | { done: string; notice: string | null }
  | { failed: string; stack: string | null }
