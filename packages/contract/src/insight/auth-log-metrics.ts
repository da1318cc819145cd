import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { isTimeZone, momentSchema } from '../engine/text-schemas.ts'
import { authLogFilters } from './auth-log.ts'

const area = 'Audit'
const PATH = '/v1/auth/logs/metrics'

const zone = z
  .string()
  .refine(isTimeZone, 'must be a time zone such as Europe/Oslo')
  .default('UTC')
  .describe('IANA time zone in which hours and months begin')
const to = momentSchema.optional().describe('The last one contains the moment before it; now where it is absent')

function amount(what: string, most: number, fallback: number) {
  return z.coerce
    .number<string>('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`)
    .default(fallback)
    .describe(`How many ${what}`)
}

const bucketSchema = z.object({
  start: z.iso.datetime(),
  events: z.int().describe('Entries of the log, each refusal of several in a row counted'),
  refused: z.int().describe('Of which refusals'),
  calls: z.int().describe('Calls of the API'),
  failed: z.int().describe('Of which were not answered with success'),
})
/** Filters of the log that calls of the API know nothing of: they are counted by person, key, route, class of status and minute. */
export const filtersOfEntriesOnly = ['kind', 'q', 'resource', 'record', 'action', 'address', 'outcome'] as const

const keptFrom = z.iso
  .datetime()
  .nullable()
  .describe('First minute for which calls are kept; null if none are. Earlier calls are unknown, not 0')

const bucketsSchema = z.object({
  zone: z.string(),
  to: z.iso.datetime(),
  leftOut: z.object({
    refreshes: z
      .int()
      .describe('Refreshes of sessions that fit otherwise: they are entries only where `action` is `refreshed`'),
    callFilters: z
      .array(z.enum(filtersOfEntriesOnly))
      .describe('Filters of the question that narrow entries alone: `calls` and `failed` are counted without them'),
  }),
  keptFrom,
  buckets: z.array(bucketSchema),
})
export type AuthLogBuckets = z.infer<typeof bucketsSchema>

const byKeySchema = z.object({
  zone: z.string(),
  to: z.iso.datetime(),
  keptFrom,
  starts: z.array(z.iso.datetime()),
  keys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().nullable(),
      total: z.int(),
      calls: z.array(z.int()).describe('By start'),
    }),
  ),
  people: z.object({ total: z.int(), calls: z.array(z.int()) }).describe('Calls of people who were signed in'),
  strangers: z.object({ total: z.int(), calls: z.array(z.int()) }).describe('Calls of nobody who was known'),
})
export type CallsByKey = z.infer<typeof byKeySchema>

export const authLogByMinute = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/minute`,
  summary: 'Entries of the log and calls of the API by minute',
  access: 'authLog.read',
  query: z.strictObject({ ...authLogFilters, zone, to, minutes: amount('minutes', 1_440, 60) }),
  result: bucketsSchema,
})

export const authLogByHour = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/hour`,
  summary: 'Entries of the log and calls of the API by hour of the zone',
  description: 'An hour begins where the clock of the zone shows a full hour and where it is set to another time.',
  access: 'authLog.read',
  query: z.strictObject({ ...authLogFilters, zone, to, hours: amount('hours', 744, 24) }),
  result: bucketsSchema,
})

export const callsByKeyAndHour = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/hour-by-key`,
  summary: 'Calls of the API by key and hour of the zone',
  access: 'authLog.read',
  query: z.strictObject({ zone, to, hours: amount('hours', 744, 24) }),
  result: byKeySchema,
})

export const callsByKeyAndMonth = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/monthly-by-key`,
  summary: 'Calls of the API by key and month of the zone',
  access: 'authLog.read',
  query: z.strictObject({ zone, to, months: amount('months', 24, 12) }),
  result: byKeySchema,
})
