import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { daySchema, momentSchema, plain } from '../../engine/text-schemas.ts'
import { machineIDSchema } from '../../monitoring/record.ts'
import { acceptanceTestKinds } from '../../promises/acceptance-tests.ts'
import { deviceTimeSchema } from '../device-time.ts'
import { oneMachine } from '../machine-span.ts'
import { requestPhotoSchema } from '../request-photos.ts'
import { signatureDrawingSchema } from '../service-signatures.ts'
import { MAX_VISIT_TASKS, visitKinds, visitStatuses } from './service-visits.ts'
import { doneCheckSchema, MAX_CHECKS, MAX_USED_PARTS, usedPartSchema, usedQuantitySchema } from './visit-work.ts'

/** So many visits of a machine are answered. */
export const VISITS_SHOWN = 20
/** So many parts of a machine are offered in the form of a visit. */
export const FORM_PARTS = 500

const area = 'Service'
const params = z.object({ id: z.uuid() })

export const comingVisitSchema = z.object({
  id: z.uuid(),
  kind: z.enum(visitKinds),
  status: z.enum(visitStatuses),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  engineer: z.string().nullable().describe('The name of who comes'),
  isOverdue: z.boolean().describe('Whether its day has passed, and it is neither completed nor cancelled'),
})

export const machineVisitsSchema = z.object({
  machineID: machineIDSchema,
  machineId: z.uuid(),
  timeZone: z.string().describe('IANA name of the time zone of its site, or UTC'),
  visits: z.array(comingVisitSchema).describe(`Those that are not over first, by their start; ${VISITS_SHOWN} at most`),
})
export type MachineVisits = z.infer<typeof machineVisitsSchema>

export const machineVisits = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/service-visits',
  summary: 'When somebody comes to a machine for service, and who',
  access: 'customer.access',
  params: oneMachine,
  result: machineVisitsSchema,
})

const partSchema = z.object({
  itemId: z.uuid(),
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.string().describe('How many of them the machine has, or the plan needs'),
})

export const visitFormSchema = z.object({
  id: z.uuid(),
  rowVersion: z.int(),
  subject: z.string(),
  kind: z.enum(visitKinds),
  status: z.enum(visitStatuses),
  isOverdue: z.boolean().describe('Whether its day has passed, and it is neither completed nor cancelled'),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  timeZone: z.string().describe('IANA name of the time zone of the site, or UTC'),
  engineer: z.string().nullable(),
  note: z.string().nullable(),
  customer: z.string().nullable(),
  site: z.string().nullable(),
  tasks: z
    .array(
      z.object({
        id: z.uuid().nullable().describe('Null where no task is named: what is done at the machine of the visit'),
        machineID: machineIDSchema,
        plan: z.string().nullable(),
        request: z.string().nullable(),
        requestId: z.uuid().nullable(),
        photos: z.array(requestPhotoSchema).describe('Those that came with the request'),
        checklist: z.array(z.string()),
        planParts: z.array(partSchema).describe('What the plan needs'),
      }),
    )
    .describe('What is to be done'),
  parts: z
    .record(machineIDSchema, z.array(partSchema))
    .describe(`The parts that are in each machine today; ${FORM_PARTS} at most`),
  records: z
    .array(
      z.object({
        id: z.uuid(),
        what: z.string(),
        doneBy: z.string().nullable(),
        hours: z.number().nullable(),
        notes: z.string().nullable(),
        parts: z.array(usedPartSchema),
      }),
    )
    .describe('What the completed form has written'),
  changedBy: z.string().nullable().describe('The name of the person who changed the visit last'),
})
export type VisitForm = z.infer<typeof visitFormSchema>

export const visitForm = defineCall({
  area,
  method: 'GET',
  path: '/v1/service-visits/{id}/form',
  summary: 'What the form of a visit asks for',
  access: 'serviceVisit.read',
  params,
  result: visitFormSchema,
  problems: ['not_found'],
})

const givenPart = z.union([
  z.strictObject({
    itemId: z.uuid().toLowerCase(),
    quantity: usedQuantitySchema,
    shown: z
      .strictObject({ number: plain(64, false), name: plain(500, false), unit: plain(20, false) })
      .optional()
      .describe('What the device called it: that is recorded and signed. Without it, what it is called on arrival'),
  }),
  z.strictObject({ name: plain(200, false), quantity: usedQuantitySchema }),
])

export const completeVisit = defineCall({
  area,
  method: 'POST',
  path: '/v1/service-visits/{id}/complete',
  summary: 'Complete the form of a visit',
  description:
    'Writes a service record for each task that was done, signs them where the customer has signed, and closes the requests. The same form sent ' +
    'again changes nothing and is answered like the first time. Where the visit was completed with another form or cancelled meanwhile, it is refused as `stale` with the visit as `current`; ' +
    'sent again as `confirmed` its records are written beside what is there. A task that is no longer part of the visit is recorded at its `machineID`, without its plan and its request. ' +
    'It needs the permission `serviceRecord.create` too.',
  access: 'serviceVisit.update',
  params,
  body: z.strictObject({
    formId: z.uuid().toLowerCase().describe('Made by the device, once for each form'),
    doneAt: deviceTimeSchema,
    confirmed: z
      .boolean()
      .default(false)
      .describe('Whether the sender has seen that the visit is completed or cancelled, and wants to add this form'),
    work: z
      .array(
        z.strictObject({
          taskId: z.uuid().toLowerCase().nullable(),
          machineID: machineIDSchema
            .optional()
            .describe('Where it was done; used where the task is no longer part of the visit'),
          what: plain(500, false),
          hours: z.number().min(0).max(1_000).nullable().default(null),
          notes: plain(10_000, true).nullable().default(null),
          checks: z.array(doneCheckSchema).max(MAX_CHECKS).default([]),
          parts: z.array(givenPart).max(MAX_USED_PARTS).default([]),
        }),
      )
      .min(1, 'must name what was done')
      .max(MAX_VISIT_TASKS)
      .refine((work) => new Set(work.map(({ taskId }) => taskId)).size === work.length, 'must name each task once'),
    signature: z
      .strictObject({
        name: plain(200, false),
        drawing: signatureDrawingSchema.nullable().default(null),
        signedAt: deviceTimeSchema
          .nullable()
          .default(null)
          .describe('By the clock of the device; without it, the time at which the form arrives'),
      })
      .nullable()
      .default(null)
      .describe('Of the customer, under exactly this form as the device showed it'),
  }),
  result: visitFormSchema,
  problems: ['not_found', 'stale', 'permission_missing'],
})

/** Most days that a calendar shows. */
export const MAX_CALENDAR_DAYS = 14
/** Acceptance tests that are late for longer are in no calendar. */
export const LATE_TEST_DAYS = 30
/** So many visits, engineers and due plans are answered for one calendar. */
export const CALENDAR_SHOWN = 1_000

const calendarVisitSchema = comingVisitSchema.omit({ engineer: true }).extend({
  rowVersion: z.int(),
  engineerId: z.uuid().nullable(),
  subject: z.string(),
  machineID: machineIDSchema,
  machines: z.int().describe('How many machines it is for'),
  customer: z.string().nullable(),
  city: z.string().nullable(),
})

export const serviceCalendarSchema = z.object({
  engineers: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Who may do visits, and who has one'),
  visits: z.array(calendarVisitSchema),
  overdueVisits: z
    .array(calendarVisitSchema)
    .describe('Those of any day that has passed that are neither completed nor cancelled, the oldest first'),
  duePlans: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        nextDue: z.iso.date(),
        machineId: z.uuid(),
        machineID: machineIDSchema,
        customer: z.string().nullable(),
      }),
    )
    .describe(
      'What falls due on these days, or is overdue where today is one of them, and is part of no visit that is planned or under way',
    ),
  openRequests: z
    .array(
      z.object({
        id: z.uuid(),
        subject: z.string(),
        machineId: z.uuid(),
        machineID: machineIDSchema,
        customer: z.string().nullable(),
      }),
    )
    .describe('Requests for service that are open, or planned for a day that has passed, newest first'),
  tests: z
    .array(
      z.object({
        orderedMachineId: z.uuid(),
        number: z.string().describe('Of the order'),
        description: z.string(),
        kind: z.enum(acceptanceTestKinds),
        plannedOn: z.iso.date(),
        engineerId: z
          .uuid()
          .nullable()
          .describe('Who is responsible for the ordered machine, or else the owner of its quote'),
        machineID: machineIDSchema.nullable().describe('Null until the ordered machine is claimed'),
        customer: z.string().nullable(),
      }),
    )
    .optional()
    .describe(
      `Acceptance tests of ordered machines that are planned for these days, or late by up to ${LATE_TEST_DAYS} days where today is one of them, by their day. Absent for readers who may not read ordered machines`,
    ),
  isCut: z.boolean().describe(`Whether there are more than ${CALENDAR_SHOWN} of one kind`),
})
export type ServiceCalendar = z.infer<typeof serviceCalendarSchema>

export const serviceCalendar = defineCall({
  area,
  method: 'GET',
  path: '/v1/service-calendar',
  summary: 'Which engineer is where, and what falls due and is not planned yet',
  access: 'serviceVisit.read',
  query: z
    .strictObject({
      from: momentSchema.describe('The start of the first day, as the reader counts days'),
      to: momentSchema,
      firstDay: daySchema,
      lastDay: daySchema,
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      error: 'must be after from',
      path: ['to'],
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= (MAX_CALENDAR_DAYS * 24 + 2) * 3_600_000, {
      error: `must be at most ${MAX_CALENDAR_DAYS} days after from`,
      path: ['to'],
    })
    .refine(
      ({ firstDay, lastDay }) =>
        firstDay <= lastDay && Date.parse(lastDay) - Date.parse(firstDay) < MAX_CALENDAR_DAYS * 86_400_000,
      { error: `must be at most ${MAX_CALENDAR_DAYS} days after firstDay`, path: ['lastDay'] },
    ),
  result: serviceCalendarSchema,
})
