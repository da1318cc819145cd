import { sql } from 'kysely'
import { clock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { JobKind } from './job-kind.ts'
import { letNextRun } from './job-rows.ts'
import { record } from './record-outcome.ts'

/** A job as staff left it. `running`: it was left alone, since it runs at the moment; `missing`: it does not exist. */
export type Staffed = { state: 'changed'; job: FoundJob } | { state: 'running' } | { state: 'missing' }

export interface FoundJob {
  id: string
  kind: string
  payload: unknown
  turn: string | null
  attempts: number
  reason: string | null
}

type KindOf = (job: FoundJob) => JobKind | undefined

/** @param db a transaction */
export async function retryJob(db: Db, id: string, kindOf: KindOf): Promise<Staffed> {
  const found = await findIdle(db, id)
  if (found.state !== 'changed') return found
  const { rows } = await sql<{ at: Date }>`
    UPDATE job SET state = 'waiting', attempts_before = attempts, lease = NULL, next_attempt_at = now()
    WHERE id = ${id} RETURNING next_attempt_at AS at
  `.execute(db)
  const { attempts, reason } = found.job
  const nextAttemptAt = rows[0]?.at ?? new Date(clock.now())
  await record(db, kindOf(found.job), found.job, { state: 'waiting', attempts, reason, nextAttemptAt })
  return found
}

/** @param db a transaction */
export async function discardJob(db: Db, id: string, kindOf: KindOf): Promise<Staffed> {
  const found = await findIdle(db, id)
  if (found.state !== 'changed') return found
  await sql`DELETE FROM job WHERE id = ${id}`.execute(db)
  await letNextRun(db, found.job)
  const { attempts, reason } = found.job
  const words = reason === null ? 'It was discarded.' : `It was discarded. ${reason}`
  await record(db, kindOf(found.job), found.job, { state: 'dead', attempts, reason: words })
  return found
}

/** Locks the job, so that no worker takes it in the meantime. */
async function findIdle(db: Db, id: string): Promise<Staffed> {
  const { rows } = await sql<FoundJob & { running: boolean }>`
    SELECT id, kind, payload, turn, attempts, reason, lease IS NOT NULL AND next_attempt_at > now() AS running
    FROM job WHERE id = ${id} FOR UPDATE
  `.execute(db)
  const [row] = rows
  if (row === undefined) return { state: 'missing' }
  const { running, ...job } = row
  return running ? { state: 'running' } : { state: 'changed', job }
}
