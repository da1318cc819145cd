import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import {
  FLEET_HISTORY_ALL_POINTS,
  FLEET_HISTORY_MACHINE_HOURS,
  FLEET_HISTORY_MACHINES,
  FLEET_HISTORY_MAX_HOURS,
  FLEET_HISTORY_POINTS,
  HISTORY_DEFAULT_HOURS,
  HISTORY_INTERVAL_MS,
  HISTORY_MAX_HOURS,
  HISTORY_MAX_POINTS,
  HOME_HISTORY_HOURS,
  METRICS_DEFAULT_DAYS,
  METRICS_MAX_DAYS,
  TEXTS_MAX,
  TEXTS_MAX_DAYS,
} from './constants.ts'
import {
  fleetHistorySchema,
  historySchema,
  machineChangesSchema,
  machineDetailsSchema,
  machineListSchema,
} from './machine.ts'
import {
  heatmapSchema,
  machineTestSchema,
  metricsSchema,
  stateIntervalsSchema,
  textIntervalsSchema,
} from './metrics.ts'
import { spanShape, startsBeforeItEnds } from './span.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
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
    broker: z.object({
      connections: z.int(),
      tls: z
        .object({
          port: z.int(),
          fingerprint: z.string().describe('SHA-256 of the certificate that devices are shown'),
          endsAt: z.iso.datetime().describe('When the certificate ends'),
        })
        .nullable()
        .describe('MQTT over TLS; null without it'),
    }),
    ingest: z.object({
      received: z.int(),
      stored: z.int(),
      duplicates: z.int().describe('Records that were sent again'),
      conflicts: z
        .int()
        .describe('Records of a time of which one of the machine with other values is stored; the first one counts'),
      refused: z.int(),
      held: z.int().describe("Records that wait until the server's clock is right"),
      waiting: z.int().describe('Records that are received and not yet committed'),
      lastCommitAt: z.iso.datetime().nullable(),
    }),
    machines: z.object({ total: z.int(), online: z.int(), offline: z.int(), unknown: z.int(), onOrder: z.int() }),
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
  description:
    'What the overview shows. Answers 304 to a known ETag. With `A-IM: machine-changes` beside it, a list that has changed is answered ' +
    '226 with the changes alone where they are smaller: machines that are not named are as they were (RFC 3229). With ' +
    '`A-IM: machine-columns` a whole list with history is answered 226 as columns: names of fields and times once for all machines.',
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
    'changed since then comes first. Without it the stream starts with now. With `A-IM: machine-changes` the first entry of a machine on ' +
    'each stream is whole, and later ones have `machineID` and what has changed; of `cycleCounts` the total and the entries that changed.',
  access,
  query: z.strictObject({ customerId: z.uuid().toLowerCase().optional().describe('Only those of one customer') }),
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
  problems: ['machine_not_shared'],
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
    'their mean, with the least and the greatest. Where a machine reports a tag less than once a minute, points are added in which ' +
    'the last reading still held (`isHeld`). Points of cycles and states begin at whole minutes; only what lies in the stretch, ' +
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
  problems: ['machine_not_shared'],
})

export const fleetHistory = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/history',
  summary: 'One tag of all machines of the caller, over the same stretch',
  description:
    'A number field of a record (such as `temperature`) or a reading that is a number or a truth, by its name. Points are as long as it takes ' +
    'to have no more than `points` of them, in whole seconds, and the same for all machines. Only what was read in the stretch counts, and nothing behind now. ' +
    `At most ${FLEET_HISTORY_MACHINES.toLocaleString('en')} machines are answered at once, and of more than an hour fewer (\`limit\` times the hours is at most ${FLEET_HISTORY_MACHINE_HOURS}); \`next\` leads to those that follow.`,
  access,
  query: startsBeforeItEnds(
    z.strictObject({
      tag: z
        .string()
        .min(1, 'must not be empty')
        .max(128)
        .meta({ description: 'A field of records or a reading, by its name', examples: ['temperature'] }),
      ...spanShape,
      points: wholeNumber('How many points of each machine at most', FLEET_HISTORY_POINTS, 60),
      customerId: z.uuid().toLowerCase().optional().describe('Only machines of one customer'),
      after: z.string().max(64).optional().describe('Only machines whose ids come after this one'),
      limit: wholeNumber('How many machines at most', FLEET_HISTORY_MACHINES, FLEET_HISTORY_MACHINES),
    }),
  )
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= FLEET_HISTORY_MAX_HOURS * HOUR_MS, {
      error: `must be at most ${FLEET_HISTORY_MAX_HOURS} hours after from`,
      path: ['to'],
    })
    // Each hour of a machine may be thousands of rows.
    .refine(
      ({ from, to, limit }) => ((Date.parse(to) - Date.parse(from)) / HOUR_MS) * limit <= FLEET_HISTORY_MACHINE_HOURS,
      { error: `must be at most ${FLEET_HISTORY_MACHINE_HOURS} divided by the hours`, path: ['limit'] },
    )
    .refine(({ points, limit }) => points * limit <= FLEET_HISTORY_ALL_POINTS, {
      error: `must be at most ${FLEET_HISTORY_ALL_POINTS} divided by the limit of machines`,
      path: ['points'],
    }),
  result: fleetHistorySchema,
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
  problems: ['machine_not_shared'],
})

export const machineTexts = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/texts',
  summary: 'The texts of one reading of one machine, such as its recipe, over time',
  description:
    'Every moment of the stretch lies in exactly one interval. A text holds until the next one is reported, where the machine was ' +
    `heard; where it was not, the text is null, as a state is unknown there. At most ${TEXTS_MAX} intervals, the newest ones.`,
  access,
  params: oneMachine,
  query: startsBeforeItEnds(
    z.strictObject({
      tag: z
        .string()
        .min(1, 'must not be empty')
        .max(128)
        .meta({ description: 'The reading by its name', examples: ['Recipe'] }),
      ...spanShape,
    }),
  ).refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= TEXTS_MAX_DAYS * DAY_MS, {
    error: `must be at most ${TEXTS_MAX_DAYS} days after from`,
    path: ['to'],
  }),
  result: textIntervalsSchema,
  problems: ['machine_not_shared'],
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
  problems: ['not_found', 'machine_not_shared'],
})

export const testMachine = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/test/{id}',
  summary: 'Whether the data of a machine come in as they should, and what to do where they do not',
  access,
  params: oneMachine,
  query: z.strictObject({
    hours: wholeNumber('Hours back from now in which messages must not have been refused', HISTORY_MAX_HOURS, 24),
    tag: z.string().min(1, 'must not be empty').max(128).optional().meta({
      description: 'A field of records such as `temperature`, or a reading by its name, that must be reported too',
    }),
  }),
  result: machineTestSchema,
  problems: ['machine_not_shared'],
})
