import type { BackupOverview, BackupRun } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Platform } from '../../engine/area.ts'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import type { BackupList } from './backup-list.ts'
import { askFor, readLastRun, readOpenRuns, readTests } from './backup-runs.ts'
import { turnsOf } from './backup-schedule.ts'

type BackupCalls = 'listBackups' | 'createBackup' | 'drillBackup' | 'releaseCopy'
type Parts = Pick<Platform, 'config' | 'copy' | 'database' | 'jobs' | 'settings'> & {
  list: BackupList
  /** The name of the periodic job that makes them. */
  jobName: string
}

/** How they are named in the audit; they have no fields that people change. */
const BACKUP = { name: 'backup', fields: {} }

/** The calls of backups. Customers know nothing of them. */
export function backupHandlers({
  config,
  copy,
  database,
  jobs,
  jobName,
  list,
  settings,
}: Parts): HandlersOf<BackupCalls> {
  const ask = async (principal: Principal, kind: BackupRun['kind']): Promise<BackupRun> => {
    assertStaff(principal)
    return await database.system.transaction().execute(async (db) => {
      const run = await askFor(db, kind, principal.userId)
      assertThat(run !== undefined, 'stale', t('backups.underWay'))
      await sql`UPDATE periodic_job SET is_wanted = true WHERE name = ${jobName}`.execute(db)
      await writeAudit(db, principal, BACKUP, 'create', [{ before: undefined, after: rowOf(run.id, { kind }) }])
      return run
    })
  }

  return {
    listBackups: async ({ principal, reply }) => {
      assertStaff(principal)
      reply.header('cache-control', 'no-store')
      const stored = await list.read().then(
        (found) => ({ ...found, placeIssue: null }),
        (error: Error) => ({ items: [], total: 0, placeIssue: declared(error.message) }),
      )
      const schedule = settings.read('backup.schedule')
      return await database.inSnapshot('all', async (db): Promise<BackupOverview> => {
        const tests = await readTests(db)
        const paused = await readCopy(db, jobs.outgoingKinds())
        const isDue = schedule !== 'off' && paused === null
        return {
          ...stored,
          items: stored.items.map((item) => ({ ...item, testedAt: tests.get(item.name) ?? null })),
          place: config.backup.location,
          isBesideData: config.backup.isBesideData,
          hasPassphrase: config.backup.passphrase !== undefined,
          schedule,
          nextAt: isDue
            ? new Date(turnsOf(schedule, settings.read('backup.hour'), clock.now())[1]).toISOString()
            : null,
          open: await readOpenRuns(db),
          lastBackup: await readLastRun(db, 'backup'),
          lastDrill: await readLastRun(db, 'drill'),
          copy: paused,
        }
      })
    },

    createBackup: ({ principal }) => ask(principal, 'backup'),
    drillBackup: ({ principal }) => ask(principal, 'drill'),

    releaseCopy: async ({ principal, body: { discard } }) => {
      assertStaff(principal)
      await database.system.transaction().execute(async (db) => {
        const { rows } = await sql<{ backup: string }>`
          UPDATE restored_copy SET released_at = now(), released_by = ${principal.userId} WHERE released_at IS NULL RETURNING backup
        `.execute(db)
        assertThat(rows[0] !== undefined, 'stale', t('backups.notPaused'))
        if (discard) for (const id of await waitingJobs(db, jobs.outgoingKinds())) await jobs.discard(db, id)
        const before = rowOf(principal.userId, { backup: rows[0].backup })
        await writeAudit(db, principal, BACKUP, 'release', [{ before, after: rowOf(principal.userId, { discard }) }])
      })
      await copy.look()
      jobs.wake()
    },
  }
}

function assertStaff({ customerId }: Principal): void {
  assertThat(customerId === null, 'not_found', t('backups.forStaffOnly'))
}

function rowOf(id: string, facts: Record<string, unknown>) {
  return { id, rowVersion: 1, ...facts }
}

async function readCopy(db: Transaction, kinds: readonly string[]): Promise<BackupOverview['copy']> {
  const { rows } = await sql<{ backup: string; backup_at: Date; restored_at: Date }>`
    SELECT backup, backup_at, restored_at FROM restored_copy WHERE released_at IS NULL
  `.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM job WHERE state = 'waiting' AND kind = ANY(${kinds}::text[])
  `.execute(db)
  return {
    backup: row.backup,
    backupAt: row.backup_at.toISOString(),
    restoredAt: row.restored_at.toISOString(),
    waiting: counted.rows[0]?.count ?? 0,
  }
}

async function waitingJobs(db: Db, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM job WHERE state = 'waiting' AND kind = ANY(${kinds}::text[]) ORDER BY number
  `.execute(db)
  return rows.map(({ id }) => id)
}
