import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { momentSchema } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import {
  alarmDetailsSchema,
  alarmRemedySchema,
  alarmSchema,
  alarmSeveritySchema,
  alarmShelfSchema,
  alarmStatisticsSchema,
  alarmSummarySchema,
} from './alarm.ts'

const area = 'Alarms'
const params = z.object({ id: z.uuid() })
const MAX_MINUTES = 7 * 24 * 60

function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .optional()
    .transform((value) => value ?? fallback)
}

const severitiesSchema = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(alarmSeveritySchema))
  .describe('One or several, by commas')

const note = z.string().trim().max(1_000, 'must not be longer than 1000 characters').nullable().default(null)

export const listAlarms = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms',
  summary: 'Alarms of the machines that the caller sees, newest first',
  access: 'customer.access',
  query: pageQuerySchema({
    state: z
      .enum(['open', 'active', 'returned', 'cleared'])
      .optional()
      .describe('`returned`: cleared and not acknowledged; `open`: active or returned'),
    acknowledged: z.enum(['true', 'false']).optional(),
    severity: severitiesSchema.optional(),
    machineID: machineIDSchema.optional(),
    customerId: z.uuid().optional().describe('Alarms of the machines of one customer'),
    ruleId: z.uuid().optional(),
    assignee: z.union([z.uuid(), z.enum(['me', 'none'])], 'must be me, none or the id of a person').optional(),
    from: momentSchema.optional().describe('Started at or after this'),
    to: momentSchema.optional().describe('Started before this'),
    order: z
      .enum(['newest', 'severity'])
      .default('newest')
      .describe('`severity`: active ones first, then the gravest, then the newest'),
  }),
  result: pageOf(alarmSchema),
})

export const alarmChoices = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/choices',
  summary: 'Customers, machines or rules that alarms of visible machines can be filtered by',
  description: 'At most 50, by name. Rules are those of the newest 5,000 alarms.',
  access: 'customer.access',
  query: z.strictObject({
    of: z.enum(['customer', 'machine', 'rule']),
    q: z.string().trim().max(100).default('').describe('Found in the name, or the whole value'),
  }),
  result: z.array(
    z.object({
      value: z.string().describe('Id of the customer or the rule, or machineID'),
      label: z.string(),
      sublabel: z.string().nullable(),
    }),
  ),
})

export const listAlarmShelves = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/shelves',
  summary: 'Rules that are shelved for a machine, the one that ends first at the top',
  access: 'customer.access',
  query: pageQuerySchema(),
  result: pageOf(alarmShelfSchema),
})

export const getAlarm = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/{id}',
  summary: 'One alarm with its course',
  access: 'customer.access',
  params,
  result: alarmDetailsSchema,
  problems: ['not_found'],
})

export const alarmSummary = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/summary',
  summary: 'How many alarms are active and how many wait for an acknowledgement, by severity and by machine',
  access: 'customer.access',
  result: alarmSummarySchema,
})

export const alarmStatistics = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/statistics',
  summary: 'What was raised most in the last days, for how long, and how soon it was acknowledged',
  access: 'customer.access',
  query: z.strictObject({ days: wholeNumber(1, 365, 30), machineID: machineIDSchema.optional() }),
  result: alarmStatisticsSchema,
})

export const acknowledgeAlarm = defineCall({
  area,
  method: 'POST',
  path: '/v1/alarms/{id}/acknowledge',
  summary: 'Say that an alarm was seen',
  description: 'It stays acknowledged as it was first; a second time changes nothing.',
  access: 'alarm.acknowledge',
  params,
  body: z.strictObject({ note }),
  result: alarmSchema,
  problems: ['not_found'],
})

export const acknowledgeAlarms = defineCall({
  area,
  method: 'POST',
  path: '/v1/alarms/acknowledge',
  summary: 'Say that several alarms were seen',
  description: 'Either all are acknowledged or, where one of them is not there, none.',
  access: 'alarm.acknowledge',
  body: z.strictObject({ ids: z.array(z.uuid().toLowerCase()).min(1).max(200), note }),
  result: z.object({ acknowledged: z.int().describe('How many were not acknowledged before') }),
  problems: ['not_found'],
})

export const alarmRemedy = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/{id}/remedy',
  summary: 'What to do about an alarm, and what helped before',
  description:
    'Notes are those of earlier alarms of the same rule on machines of the same model that the caller sees, among the newest 1,000 of them. Customers see steps and part where the rule is ' +
    'marked so.',
  access: 'customer.access',
  params,
  result: alarmRemedySchema,
  problems: ['not_found'],
})

export const noteAlarm = defineCall({
  area,
  method: 'POST',
  path: '/v1/alarms/{id}/notes',
  summary: 'Write down what helped, also after an alarm has cleared',
  access: 'alarm.acknowledge',
  params,
  body: z.strictObject({
    note: z.string().trim().min(1, 'must not be empty').max(1_000, 'must not be longer than 1000 characters'),
  }),
  result: alarmDetailsSchema,
  problems: ['not_found'],
})

export const markAlarmNote = defineCall({
  area,
  method: 'PUT',
  path: '/v1/alarms/notes/{noteId}/helpful',
  summary: 'Say that a note of an earlier alarm helped, or take that back',
  access: 'alarm.acknowledge',
  params: z.object({ noteId: z.string().regex(/^\d{1,18}$/, 'must be a number') }),
  body: z.strictObject({ helpful: z.boolean() }),
  problems: ['not_found'],
})

export const assignAlarm = defineCall({
  area,
  method: 'PUT',
  path: '/v1/alarms/{id}/assignee',
  summary: 'Assign an alarm to a person; null removes the assignment',
  access: 'alarm.manage',
  params,
  body: z.strictObject({ assigneeId: z.uuid().nullable() }),
  result: alarmSchema,
  problems: ['not_found'],
})

export const alarmAssignees = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarms/{id}/assignees',
  summary: 'Whom an alarm can be given to',
  access: 'alarm.manage',
  params,
  result: z.array(z.object({ id: z.uuid(), name: z.string() })),
  problems: ['not_found'],
})

export const shelveAlarm = defineCall({
  area,
  method: 'POST',
  path: '/v1/alarms/{id}/shelve',
  summary: 'Shelve: stop notifications of the rule of an alarm about its machine for a while',
  description: 'Alarms are still raised and cleared, and marked as shelved. It ends by itself.',
  access: 'alarm.manage',
  params,
  body: z.strictObject({
    minutes: z.int().min(1).max(MAX_MINUTES),
    reason: z.string().trim().min(1, 'must not be empty').max(500, 'must not be longer than 500 characters'),
  }),
  result: alarmSchema,
  problems: ['not_found', 'not_usable'],
})

export const unshelveAlarm = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/alarms/{id}/shelve',
  summary: 'End the shelving of an alarm now',
  access: 'alarm.manage',
  params,
  result: alarmSchema,
  problems: ['not_found'],
})
