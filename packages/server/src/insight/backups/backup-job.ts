import type { Platform } from '../../engine/area.ts'
import { placesOf } from '../../platform/backup/backup-work.ts'
import { runningDatabase } from '../../platform/backup/reach-database.ts'
import type { WorkOrder } from '../../platform/backup/worker-notice.ts'
import { clock } from '../../platform/clock.ts'
import { toReason } from '../../platform/jobs/job-kind.ts'
import { readSecrets } from '../../platform/secrets.ts'
import { sentence } from '../../platform/sentence.ts'
import { readVersion } from '../../platform/version.ts'
import { runInProcess } from './backup-process.ts'
import { askFor, finishRun, forgetOldRuns, giveBackRun, readMade, takeRun, writeProgress } from './backup-runs.ts'
import { isBackupDue, isDrillDue } from './backup-schedule.ts'

const LOOK_MS = 60_000

export type BackupJobParts = Pick<Platform, 'config' | 'copy' | 'database' | 'databaseUrl' | 'log' | 'settings'>

/** Makes the backups and drills that staff have asked for and those that are due, one after the other. */
export class BackupJob {
  readonly name = sentence`Make backups that are due`
  readonly everyMs = LOOK_MS
  readonly #parts: BackupJobParts

  constructor(parts: BackupJobParts) {
    this.#parts = parts
  }

  readonly run = async (signal: AbortSignal): Promise<void> => {
    const db = this.#parts.database.system
    await forgetOldRuns(db)
    await this.#askForDue()
    for (let run = await takeRun(db); run !== undefined && !signal.aborted; run = await takeRun(db)) {
      await this.#perform(run, signal)
      if (signal.aborted) return
    }
  }

  /** A copy that is paused must not remove what the original has stored. */
  async #askForDue(): Promise<void> {
    const { copy, database, settings } = this.#parts
    const schedule = settings.read('backup.schedule')
    if (copy.isPaused || schedule === 'off') return
    const db = database.system
    const backups = await readMade(db, 'backup')
    if (isBackupDue(schedule, settings.read('backup.hour'), backups, clock.now())) await askFor(db, 'backup', null)
    const drills = await readMade(db, 'drill')
    if (settings.read('backup.drill') === 'weekly' && isDrillDue(backups, drills, clock.now()))
      await askFor(db, 'drill', null)
  }

  async #perform({ id, kind }: { id: string; kind: WorkOrder['kind'] }, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#parts
    const db = database.system
    const note = (step: string, share: number) => void writeProgress(db, id, step, share).catch(() => undefined)
    try {
      const outcome = await runInProcess(await this.#orderOf(kind), note, signal)
      if ('failed' in outcome) {
        log.warn({ kind, error: outcome.stack ?? outcome.failed }, 'A backup or a restore drill failed')
        await finishRun(db, id, { name: null, reason: toReason(outcome.failed), isDone: false })
      } else await finishRun(db, id, { name: outcome.done, reason: outcome.notice, isDone: true })
    } catch (error) {
      if (signal.aborted) return await giveBackRun(db, id)
      log.warn({ kind, error: toReason(error) }, 'A backup or a restore drill failed')
      await finishRun(db, id, { name: null, reason: toReason(error), isDone: false })
    }
  }

  async #orderOf(kind: WorkOrder['kind']): Promise<WorkOrder> {
    const { config, copy, settings } = this.#parts
    const places = placesOf(config, await this.#urlOf(), await readVersion())
    if (kind === 'drill') return { kind, places }
    const retention = { daily: settings.read('backup.daily'), weekly: settings.read('backup.weekly') }
    const hasHistory = settings.read('backup.content') === 'all'
    return { kind, places, choices: { hasHistory, retention: copy.isPaused ? undefined : retention } }
  }

  /** A drill makes a database, which the role of the product may not in our own PostgreSQL: its process works as the superuser. */
  async #urlOf(): Promise<string> {
    const { config, databaseUrl } = this.#parts
    if (config.databaseUrl !== undefined) return config.databaseDirectUrl ?? config.databaseUrl
    const secrets = await readSecrets(config.dataDir, config.secretsFile)
    const own = secrets === undefined ? undefined : await runningDatabase(config.dataDir, secrets)
    return own ?? databaseUrl
  }
}
