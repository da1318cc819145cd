import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { type Principal, rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import type { Database } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { readJobs, readPeriodicJobs } from './jobs.queries.ts'

type JobCalls = 'listJobs' | 'retryJob' | 'discardJob'

/** How jobs are named in the audit; they have no fields that people change. */
const JOBS = { name: 'job', fields: {} }

/** What the product has to do beside requests. Only staff see any: row-level security gives customers none. */
export function jobHandlers(database: Database, jobs: Jobs): HandlersOf<JobCalls> {
  const act = async (principal: Principal, id: string, action: 'retry' | 'discard') => {
    assertThat(principal.customerId === null, 'not_found', t('jobs.noSuchJob'))
    await database.system.transaction().execute(async (db) => {
      const done = await jobs[action](db, id)
      assertThat(done.state !== 'missing', 'not_found', t('jobs.noSuchJob'))
      assertThat(done.state !== 'running', 'stale', t('jobs.isRunning'))
      const { kind, attempts, reason } = done.job
      const before = { id, rowVersion: 1, kind, attempts, reason }
      await writeAudit(db, principal, JOBS, action, [{ before, after: undefined }])
    })
    jobs.wake()
  }

  return {
    listJobs: ({ principal, query, reply }) => {
      reply.header('cache-control', 'no-store')
      return database.inScope(rowScope(principal), async (db) => ({
        ...(await readJobs(db, query)),
        periodic: await readPeriodicJobs(db),
      }))
    },
    retryJob: async ({ principal, params }) => {
      await act(principal, params.id, 'retry')
    },
    discardJob: async ({ principal, params }) => {
      await act(principal, params.id, 'discard')
    },
  }
}
