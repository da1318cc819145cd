import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { HISTORY_DEFAULT_HOURS, HISTORY_MAX_HOURS, HOME_HISTORY_HOURS } from './constants.ts'
import { historySchema, machineChangesSchema, machineDetailsSchema, machineListSchema } from './machine.ts'

const area = 'Machine monitoring'
const access = 'customer.access'

/** Hours as a query parameter: whole, within the limit, and nothing else that happens to look like a number. */
function hours(max: number, fallback: number) {
  const message = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(max, message))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ description: `Hours back from now, 1 to ${max}`, default: fallback })
}

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .optional()
  .transform((value) => value === 'true')

const listQuery = z.strictObject({
  includeHistory: flag.meta({ description: 'Add the cycle counts of the last hours', default: false }),
  hours: hours(HOME_HISTORY_HOURS, HOME_HISTORY_HOURS),
})

/** A machineID in a path is not checked for its form: one that cannot exist is simply not found. */
const oneMachine = z.object({ id: z.string() })

export const ignitionHealth = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/health',
  summary: 'Counters of the ingest and of the machines the caller may see',
  access,
  result: z.object({
    status: z.enum(['ok', 'degraded']),
    broker: z.object({ connections: z.int() }),
    ingest: z.object({
      received: z.int(),
      stored: z.int(),
      duplicates: z.int(),
      refused: z.int(),
      waiting: z.int().describe('Records that are received and not yet committed'),
      lastCommitAt: z.iso.datetime().nullable(),
    }),
    machines: z.object({ total: z.int(), online: z.int(), offline: z.int(), unknown: z.int() }),
  }),
})

export const listMachines = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines',
  summary: 'Every machine the caller may see',
  description: "A customer's user sees the machines of the own customer; staff see all. Answers 304 to a known ETag.",
  access,
  query: listQuery,
  result: machineListSchema,
})

export const listMachineIds = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/ids',
  summary: 'The ids of every machine the caller may see',
  access,
  result: z.object({ count: z.int(), ids: z.array(z.string()) }),
})

export const myMachines = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/me',
  summary: 'The machines of the caller',
  description: 'What the overview shows. Answers 304 to a known ETag.',
  access,
  query: listQuery,
  result: machineListSchema,
})

export const myMachinesStream = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/me/stream',
  summary: 'Live changes of the machines of the caller, as server-sent events',
  description:
    'An event `machines` carries those that changed. Its id resumes the stream: send it as `Last-Event-ID` and what ' +
    'changed meanwhile comes first. Without it the stream starts with now.',
  access,
  answer: 'event-stream',
  result: machineChangesSchema,
})

export const getMachine = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}',
  summary: 'One machine with its newest values',
  access,
  params: oneMachine,
  query: listQuery,
  result: machineDetailsSchema,
})

export const machineHistory = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/history',
  summary: 'A series of one machine at 5-minute intervals',
  description: 'The tag `CycleCount` gives a numeric series; any other tag gives the series of machine states.',
  access,
  params: oneMachine,
  query: z.strictObject({
    tag: z.string().min(1, 'must name a tag').max(128).default('CycleCount'),
    hours: hours(HISTORY_MAX_HOURS, HISTORY_DEFAULT_HOURS),
  }),
  result: historySchema,
})
