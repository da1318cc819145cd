import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'

const area = 'Operation'
const PATH = '/v1/jobs'

export const jobStates = ['waiting', 'running', 'dead'] as const

/** A job that is not done. Its subject is not returned: those who see system health may not have permission to see it. */
export const jobSchema = z.object({
  id: z.uuid(),
  kind: z.string().describe('What it does: `mail`, `webhook`'),
  state: z.enum(jobStates).describe('`dead`: it failed too often, or trying again is of no use'),
  attempts: z.int(),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
})

/** A job that is due again and again. */
export const periodicJobSchema = z.object({
  name: z.string(),
  everySeconds: z.number(),
  running: z.boolean(),
  lastSuccessAt: z.iso.datetime().nullable(),
  nextRunAt: z.iso.datetime().describe('Due from then on'),
  reason: z.string().nullable().describe('Why the last run failed, where it did'),
})

const params = z.strictObject({ id: z.uuid() })

export const listJobs = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Jobs that are not done, the dead ones first, and the periodic ones',
  access: 'operation.read',
  query: pageQuerySchema({ state: z.enum(jobStates).optional().describe('Only jobs in this state') }),
  result: pageOf(jobSchema).extend({ periodic: z.array(periodicJobSchema) }),
})

export const retryJob = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/{id}/retry`,
  summary: 'Run a job again that is dead, or one that waits at once',
  description: 'Attempts start from the beginning: it is tried as often as at first.',
  access: 'operation.update',
  params,
  problems: ['stale'],
})

export const discardJob = defineCall({
  area,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Discard a job for good; what it was about counts as failed',
  access: 'operation.update',
  params,
  problems: ['stale'],
})
