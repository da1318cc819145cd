import { z } from 'zod'
import { linkToken } from '../access/invitations.ts'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

const area = 'Documents'

/** Most people who get the reports of a schedule. A trigger of the table holds it. */
export const MAX_REPORT_RECIPIENTS = 50

export const reportResults = ['sending', 'sent', 'sentToSome', 'failed', 'nobody', 'stored'] as const

/** When the monthly report of a customer is mailed, and to whom. */
export const reportSchedules = defineResource({
  name: 'reportSchedule',
  table: 'report_schedule',
  area,
  noun: ['monthly report', 'monthly reports'],
  fields: {
    customerId: field.reference('customer', { label: 'Customer', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Name', required: true, example: 'Report for the plant', search: true, sort: true }),
    day: field.integer({ label: 'Day of the month', required: true, min: 1, max: 28, fallback: 1 }),
    hour: field.integer({
      label: 'Hour',
      help: 'From 0 to 23, by the clock of the time zone',
      required: true,
      min: 0,
      max: 23,
      fallback: 6,
    }),
    timeZone: field.timeZone({ label: 'Time zone', required: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
    recipientCount: field.integer({
      label: 'Recipients',
      readOnly: true,
      derived: true,
      required: true,
      min: 0,
      max: MAX_REPORT_RECIPIENTS,
    }),
    nextRunAt: field.time({
      label: 'Next run',
      help: 'Empty if the schedule is not active. After a failure the next attempt',
      readOnly: true,
      derived: true,
      sort: true,
    }),
    lastRunAt: field.time({ label: 'Last run', readOnly: true, derived: true, sort: true }),
    lastResult: field.choice(reportResults, {
      label: 'Last result',
      help: 'Empty if it has not run yet',
      readOnly: true,
      derived: true,
    }),
  },
  mounts: [{ path: '/v1/report-schedules' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    report_schedule_name_taken: {
      code: 'duplicate',
      fields: ['name'],
      key: ['customerId', 'name'],
      message: 'is used by another monthly report of the customer',
    },
    report_schedule_zone_known: {
      code: 'rule',
      fields: ['timeZone'],
      message: 'is not known to the database: choose another one of the same place',
    },
  },
  traits: {
    softDelete: true,
    relations: {
      recipients: {
        to: 'user',
        table: 'report_recipient',
        column: 'schedule_id',
        otherColumn: 'user_id',
        noun: ['recipient', 'recipients'],
        rules: {
          report_recipient_of_customer: {
            code: 'rule',
            fields: ['ids'],
            message: 'must be staff or users of the customer',
          },
          report_recipient_at_most: {
            code: 'rule',
            fields: ['ids'],
            message: 'must not be more than 50 recipients',
          },
        },
      },
    },
  },
})

/** Why somebody gets no report, or what became of the last one. */
export const recipientStates = [
  'unsubscribed',
  'blocked',
  'invited',
  'noAccess',
  'new',
  'waiting',
  'sent',
  'stored',
  'failed',
] as const
export type RecipientState = (typeof recipientStates)[number]

const params = z.object({ id: z.uuid() })

export const reportRecipients = defineCall({
  area,
  method: 'GET',
  path: '/v1/report-schedules/{id}/recipient-states',
  summary: 'The recipients of a monthly report, and what became of the last one of each',
  access: 'reportSchedule.read',
  params,
  result: z.array(
    z.object({
      userId: z.uuid(),
      state: z.enum(recipientStates),
      month: z.string().nullable().describe('Of the last report, such as 2026-10'),
      at: z.iso.datetime().nullable().describe('Of the last report, or of the unsubscription'),
      reason: z.string().nullable().describe('Why it failed'),
    }),
  ),
  problems: ['not_found'],
})

export const sendReportToMe = defineCall({
  area,
  method: 'POST',
  path: '/v1/report-schedules/{id}/send-to-me',
  summary: 'Mail the report of the last month to yourself, as a test',
  description:
    'In your language and time zone. It is no run of the schedule, and you need not be a recipient. At most 10 an hour.',
  access: 'reportSchedule.update',
  params,
  result: z.object({
    recipient: z.string(),
    isSent: z.boolean().describe('False where there is no mail server: then the mail is only stored'),
    replaced: z.array(z.string()).describe('Characters of the report that no font has: a sign is in their place'),
  }),
  problems: [
    'not_found',
    'permission_missing',
    'template_missing',
    'template_invalid',
    'too_many_requests',
    'unavailable',
  ],
})

export const findSubscription = defineCall({
  area,
  method: 'GET',
  path: '/v1/unsubscribe/{token}',
  summary: 'Which report the link of a mail ends; it changes nothing',
  access: 'public',
  params: z.object({ token: linkToken }),
  result: z.object({
    kind: z.enum(['monthly', 'shift']),
    customer: z.string().describe('Of a shift, its site'),
    name: z.string().describe('Of the monthly report, or of the shift'),
    isSubscribed: z.boolean(),
  }),
  problems: ['link_invalid'],
})

export const unsubscribe = defineCall({
  area,
  method: 'POST',
  path: '/v1/unsubscribe',
  summary: 'Unsubscribe from a report with the link of a mail',
  description:
    'A second time changes nothing. Mail programs do it in one click (RFC 8058): they POST to the address in `List-Unsubscribe`.',
  access: 'public',
  body: z.strictObject({ token: linkToken }),
  problems: ['link_invalid'],
})
