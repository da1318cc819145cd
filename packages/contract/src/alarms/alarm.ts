import { z } from 'zod'
import { machineIDSchema } from '../monitoring/record.ts'
import { alarmSeverities } from './alarm-rules.ts'

export const alarmSeveritySchema = z.enum(alarmSeverities)

/** Why an alarm cleared: its condition was over, or somebody changed what it was about. */
export const clearReasons = [
  'condition',
  'rule_changed',
  'rule_disabled',
  'rule_deleted',
  'machine_retired',
  'out_of_scope',
] as const
export type ClearReason = (typeof clearReasons)[number]

const personSchema = z
  .object({ id: z.uuid(), name: z.string().nullable().describe('Null where the reader may not see the person') })
  .nullable()

/** An alarm of one machine. Whether it is active and whether it is acknowledged are two things. */
export const alarmSchema = z.object({
  id: z.uuid(),
  machineID: machineIDSchema,
  machine: z.string().nullable().describe('Description of the machine'),
  ruleId: z.uuid().nullable().describe('Null where the rule was deleted'),
  code: z.string().describe('Name of the rule'),
  severity: alarmSeveritySchema,
  message: z.string(),
  value: z.string().nullable().describe('What it began with'),
  startedAt: z.iso.datetime().describe('When its condition began to hold'),
  raisedAt: z.iso.datetime().describe('When it had held for the delay of the rule'),
  clearedAt: z.iso.datetime().nullable().describe('When the condition was over; null while it is active'),
  clearReason: z.enum(clearReasons).nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedBy: personSchema,
  acknowledgeNote: z.string().nullable(),
  assignee: personSchema,
  shelvedUntil: z.iso.datetime().nullable().describe('Until then its rule sends no notifications about its machine'),
  shelvedBy: personSchema,
  shelveReason: z.string().nullable(),
})
export type Alarm = z.infer<typeof alarmSchema>

export const alarmEventKinds = [
  'raised',
  'acknowledged',
  'assigned',
  'unassigned',
  'shelved',
  'unshelved',
  'cleared',
] as const

/** The course of an alarm, oldest first. */
export const alarmEventSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(alarmEventKinds),
  by: personSchema,
  note: z.string().nullable(),
})
export type AlarmEvent = z.infer<typeof alarmEventSchema>

/** What became of a POST to a webhook. */
export const alarmDeliverySchema = z.object({
  id: z.uuid(),
  event: z.enum(['raised', 'cleared']),
  host: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})

export const alarmDetailsSchema = alarmSchema.extend({
  events: z.array(alarmEventSchema),
  deliveries: z.array(alarmDeliverySchema).describe('Only for people who may see the rules'),
})
export type AlarmDetails = z.infer<typeof alarmDetailsSchema>

const countsSchema = z.object({ active: z.int(), unacknowledged: z.int().describe('Of the active ones') })

export const alarmSummarySchema = countsSchema.extend({
  bySeverity: z.object({
    critical: countsSchema,
    major: countsSchema,
    minor: countsSchema,
    warning: countsSchema,
    info: countsSchema,
  }),
  machines: z.array(countsSchema.extend({ machineID: machineIDSchema, highest: alarmSeveritySchema })),
  floodedSince: z.iso
    .datetime()
    .nullable()
    .describe('Since when so many alarms are active that no further one is raised; null where that is not so'),
})
export type AlarmSummary = z.infer<typeof alarmSummarySchema>

export const alarmStatisticsSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  total: z.int(),
  meanSecondsToAcknowledge: z.number().nullable(),
  days: z.array(z.object({ day: z.iso.date(), count: z.int() })).describe('Oldest first, in UTC'),
  top: z
    .array(
      z.object({
        ruleId: z.uuid().nullable(),
        code: z.string(),
        severity: alarmSeveritySchema,
        machineID: machineIDSchema,
        count: z.int(),
        totalSeconds: z.number(),
        meanSeconds: z.number(),
        meanSecondsToAcknowledge: z.number().nullable().describe('Null where none was acknowledged'),
      }),
    )
    .describe('By rule and machine, the ten with most alarms'),
})
export type AlarmStatistics = z.infer<typeof alarmStatisticsSchema>
