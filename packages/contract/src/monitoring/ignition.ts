import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import {
  HISTORY_DEFAULT_HOURS,
  HISTORY_INTERVAL_MS,
  HISTORY_MAX_HOURS,
  HISTORY_MAX_POINTS,
  HOME_HISTORY_HOURS,
  METRICS_DEFAULT_DAYS,
  METRICS_MAX_DAYS,
} from './constants.ts'
import { historySchema, machineChangesSchema, machineDetailsSchema, machineListSchema } from './machine.ts'
import { heatmapSchema, machineTestSchema, metricsSchema, stateIntervalsSchema } from './metrics.ts'
import { spanShape, startsBeforeItEnds } from './span.ts'

const DAY_MS = 86_400_000
/** The longest stretch whose points of 5 minutes are no more than may be asked for. */
const UNTHINNED_MS = Math.floor((HISTORY_MAX_POINTS * HISTORY_INTERVAL_MS) / DAY_MS) * DAY_MS

const area = 'Machine monitoring'
const access = 'customer.access'

/** A query parameter: whole, within the limit, and nothing else that happens to look like a number. */
function wholeNumber(description: string, max: number, fallback: number) {
  const message = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(max, message))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ description: `${description}, 1 to ${max}`, default: fallback })
}

/** Hours as a query parameter. */
const hours = (max: number, fallback: number) => wholeNumber('Hours back from now', max, fallback)

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
      held: z.int().describe("Records that wait until the server's clock is right"),
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
  sends: ['ETag'],
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
  sends: ['ETag'],
})

export const myMachinesStream = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/me/stream',
  summary: 'Live changes of the machines of the caller, as server-sent events',
  description:
    'An event `machines` carries those that changed. Its id resumes the stream: send it as `Last-Event-ID` and what ' +
    'changed since then comes first. Without it the stream starts with now.',
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
  summary: 'A series of one machine',
  description:
    'The tag `CycleCount` gives a numeric series of cycles. The number fields of a record (such as `temperature`) and readings ' +
    'that are numbers or truths, by their name, give a numeric series; any other tag gives the series of machine states. ' +
    'The stretch is the last `hours`, or `from` until `to`. Points are 5 minutes long, or as long as it takes to have no ' +
    'more than `points` of them; where there are fewer records than that, each is a point. A point of several records has ' +
    'their mean, with the least and the greatest. Points of cycles and states begin at whole minutes; only what lies in the stretch, ' +
    'and not behind now, counts.',
  access,
  params: oneMachine,
  query: z
    .strictObject({
      tag: z.string().min(1, 'must not be empty').max(128).default('CycleCount'),
      hours: hours(HISTORY_MAX_HOURS, HISTORY_DEFAULT_HOURS),
      from: spanShape.from.optional(),
      to: spanShape.to.optional(),
      points: wholeNumber('How many points at most', HISTORY_MAX_POINTS, 0),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      error: 'needs the other one',
      path: ['to'],
    })
    .refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
      error: 'must be after from',
      path: ['to'],
    })
    // A point every 5 minutes of many years is an answer that the server cannot hold.
    .refine(({ from, to, points }) => points > 0 || !from || !to || Date.parse(to) - Date.parse(from) <= UNTHINNED_MS, {
      error: `must be at most ${UNTHINNED_MS / DAY_MS} days after from, unless points are given`,
      path: ['to'],
    }),
  result: historySchema,
})

const days = wholeNumber('Days back from now', METRICS_MAX_DAYS, METRICS_DEFAULT_DAYS)

export const machineStates = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/states',
  summary: 'The times in each state of one machine',
  description:
    'Every moment of the stretch lies in exactly one interval: where nothing was heard the state is `Unknown`, and behind the ' +
    'newest record, as far as it speaks for the machine, its state goes on.',
  access,
  params: oneMachine,
  query: startsBeforeItEnds(z.strictObject(spanShape)),
  result: stateIntervalsSchema,
})

export const machineBatch = defineCall({
  area,
  method: 'POST',
  path: '/v1/ignition/batch',
  summary: 'Several machines with their newest values',
  description: 'Machines that the caller may not see are answered like machines that do not exist: they are missing.',
  access,
  query: listQuery,
  body: z.strictObject({ machine_ids: z.array(z.string().max(64)).min(1).max(1_000) }),
  result: z.object({
    count: z.int(),
    machines: z.array(machineDetailsSchema),
    missing: z.array(z.string()).describe('Ids for which there is no machine'),
  }),
})

export const machineMetrics = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/metrics',
  summary: 'What the machines of the caller amount to over some days',
  description:
    'From the start of an hour of UTC until now. The newest record counts as long as it speaks for its machine.',
  access,
  query: z.strictObject({ days }),
  result: metricsSchema,
})

export const machineHeatmap = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/heatmap',
  summary: 'Hour by hour over some days, of one machine or of all together',
  description:
    'Hours as the clock of the site shows them; of all machines together, hours of UTC. Nothing behind `to` counts. The answer is ' +
    'cached for a minute.',
  access,
  query: z.strictObject({ days, machineID: z.string().max(64).optional() }),
  result: heatmapSchema,
  problems: ['not_found'],
})

export const testMachine = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/test/{id}',
  summary: 'Whether the data of a machine come in as they should, and what to do where they do not',
  access,
  params: oneMachine,
  result: machineTestSchema,
})
