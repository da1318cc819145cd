import { z } from 'zod'
import { documentKinds } from '../library/machine-documents.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { namedPart } from '../service/parts/named-part.ts'
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

const customerSchema = z
  .object({ id: z.uuid(), name: z.string() })
  .nullable()
  .describe('Whose machine it is; null where the machine belongs to no customer')

/** An alarm of one machine. Whether it is active and whether it is acknowledged are two things. */
export const alarmSchema = z.object({
  id: z.uuid(),
  machineID: machineIDSchema,
  machine: z.string().nullable().describe('Description of the machine'),
  customer: customerSchema,
  ruleId: z.uuid().nullable().describe('Null where the rule was deleted'),
  code: z.string().describe('Name of the rule'),
  severity: alarmSeveritySchema,
  message: z.string(),
  value: z.string().nullable().describe('What it began with, with all its digits'),
  decimals: z.int().nullable().describe('That the value is shown with; null: as many as make sense for it'),
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

/** A rule that sends no notifications about a machine for a while. */
export const alarmShelfSchema = z.object({
  alarmId: z.uuid().describe('The newest alarm of the rule and the machine, by which it is unshelved'),
  code: z.string().describe('Name of the rule'),
  severity: alarmSeveritySchema,
  isActive: z.boolean(),
  machineID: machineIDSchema,
  machine: z.string().nullable(),
  customer: customerSchema,
  until: z.iso.datetime(),
  by: personSchema,
  reason: z.string(),
})
export type AlarmShelf = z.infer<typeof alarmShelfSchema>

export const alarmEventKinds = [
  'raised',
  'acknowledged',
  'noted',
  'assigned',
  'unassigned',
  'shelved',
  'unshelved',
  'notified',
  'escalated',
  'unreached',
  'escalation_ended',
  'cleared',
] as const

/** The course of an alarm, oldest first. */
export const alarmEventSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(alarmEventKinds),
  by: personSchema.describe('Who did it; of `notified`, `escalated` and `unreached` who was to be reached'),
  note: z
    .string()
    .nullable()
    .describe(
      'Of `notified` and `escalated` the ways, `push` and `mail`, by commas; of `unreached` the reason: `noAccess`, `noDevice` or `nobodyOnCall`',
    ),
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

/** A note of an earlier alarm of the same rule on a machine of the same model. */
const earlierNoteSchema = z.object({
  id: z.string(),
  alarmId: z.uuid(),
  machineID: machineIDSchema,
  at: z.iso.datetime(),
  by: personSchema,
  note: z.string(),
  times: z
    .int()
    .describe(
      'How often these words were noted at the earlier alarms; this is the most helpful of them, then the newest',
    ),
  helpful: z.int().describe('How many people said that it helped'),
  isMine: z.boolean().describe('Whether the reader is one of them'),
})
export type EarlierNote = z.infer<typeof earlierNoteSchema>

/** What to do about an alarm: what its rule says, and what was done before. */
export const alarmRemedySchema = z.object({
  steps: z.string().nullable(),
  document: z
    .object({ kind: z.enum(documentKinds), page: z.int().nullable() })
    .nullable()
    .describe('Which document of the machine, and where in it'),
  part: z.string().nullable(),
  sparePart: z
    .object({ ...namedPart, position: z.string() })
    .nullable()
    .describe('The part of the rule as it is fitted in this machine; null where the machine does not have it today'),
  notes: z.array(earlierNoteSchema).describe('The most helpful first, then the newest; at most 10'),
})
export type AlarmRemedy = z.infer<typeof alarmRemedySchema>

const countsSchema = z.object({
  active: z.int(),
  unacknowledged: z.int().describe('Those that wait for an acknowledgement, active or returned to normal'),
  activeUnacknowledged: z.int().describe('Of these, those that are active: what the bar counts'),
})

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
