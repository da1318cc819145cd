import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { momentSchema } from '../engine/text-schemas.ts'
import { machineStateSchema } from '../monitoring/machine-state.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { downtimeKinds } from './downtime-reasons.ts'
import { isSpan, oneMachine, spanFault, spanQuery } from './machine-span.ts'

const area = 'Stops and OEE'

/** So many stretches are said something of at once. */
export const MAX_STOP_CHANGES = 200

const stretch = { from: z.iso.datetime(), to: z.iso.datetime() }

export const stopPartSchema = z.object({
  ...stretch,
  reasonId: z.uuid().nullable().describe('Null if no reason was entered'),
  note: z.string().nullable(),
  saidAt: z.iso.datetime().nullable(),
})
export type StopPart = z.infer<typeof stopPartSchema>

export const stopSchema = z.object({
  ...stretch,
  state: machineStateSchema.describe('In which it was for the most part of the stop'),
  parts: z.array(stopPartSchema).describe('Without a gap, in the order of time'),
})
export type Stop = z.infer<typeof stopSchema>

export const stopReasonSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  kind: z.enum(downtimeKinds),
  active: z.boolean(),
})
export type StopReason = z.infer<typeof stopReasonSchema>

export const machineStopsSchema = z.object({
  machineID: machineIDSchema,
  timeZone: z.string(),
  ...stretch,
  minorStopSeconds: z.int().describe('Stops not longer than this are minor: they are not listed and have no reason'),
  staleAfterSeconds: z.int().describe('A record speaks for the machine no longer than this'),
  version: z.int().describe('To be named in a change'),
  stops: z.array(stopSchema).describe('Oldest first, each as far as it lies in the stretch'),
  unknown: z.array(z.object(stretch)).describe('Nothing was heard: no stops, and nothing can be said of them'),
  reasons: z.array(stopReasonSchema).describe('Why it may have stood still, and whatever the stops name'),
})
export type MachineStops = z.infer<typeof machineStopsSchema>

export const machineStops = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/stops',
  summary: 'When a machine stood still, and why',
  description:
    'A stop is a time without a gap in which it was Idle, Stopped or Faulted, longer than its `minorStopSeconds`. What was said ' +
    'of a time counts as far as it lies over a stop, never over a minor one: late records that change the stops leave it as it is.',
  access: 'customer.access',
  params: oneMachine,
  query: spanQuery,
  result: machineStopsSchema,
  problems: ['machine_not_shared'],
})

const changeSchema = z
  .strictObject({
    from: momentSchema.meta({ examples: ['2026-11-21T06:00:00Z'] }),
    to: momentSchema.meta({ examples: ['2026-11-21T06:20:00Z'] }),
    reasonId: z.uuid('must be the id of a reason').nullable().describe('Null takes back what was said'),
    note: z.string().trim().min(1, 'must not be empty').max(1_000).nullable().default(null),
  })
  .refine(isSpan, spanFault)

export const assignDowntimeReasons = defineCall({
  area,
  method: 'PUT',
  path: '/v1/ignition/machines/{id}/stops',
  summary: 'Say why a machine stood still',
  description:
    'Each stretch gets its reason in the place of whatever was said of that time; what was said of the times around it stays. Two ' +
    'stretches that meet within a stop split it. A stretch with no stop in it is refused; minor stops do not count. The whole change is made or nothing of it.',
  access: 'downtime.update',
  params: oneMachine,
  body: z.strictObject({
    version: z.int().min(0).describe('The version of the stops that were looked at'),
    changes: z.array(changeSchema).min(1).max(MAX_STOP_CHANGES),
  }),
  result: z.object({ version: z.int() }),
  problems: ['not_found', 'stale', 'machine_not_shared'],
})
