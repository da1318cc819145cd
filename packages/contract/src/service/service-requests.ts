import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { daySchema, plain, words } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from './machine-span.ts'
import { requestPhotoSchema } from './request-photos.ts'
import { comingVisitSchema } from './visits/visit-calls.ts'

export const requestKinds = ['service', 'parts'] as const

/** How far the quote of requested parts is. */
export const partsQuoteStates = ['inPreparation', 'quoted', 'ordered', 'notOrdered'] as const
export type PartsQuoteState = (typeof partsQuoteStates)[number]

export const requestUrgencies = ['standing', 'soon', 'whenConvenient'] as const
export type RequestUrgency = (typeof requestUrgencies)[number]

export const requestStatuses = ['open', 'planned', 'done', 'declined'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** So many requests of a machine may be open or planned. */
export const MOST_OPEN_REQUESTS = 20
/** So many of the newest are returned. */
export const REQUESTS_SHOWN = 20

/** Somebody asks for service of a machine. Staff plan it and answer; the customer follows it on the page of the machine. */
export const serviceRequests = defineResource({
  name: 'serviceRequest',
  table: 'service_request',
  area: 'Service',
  noun: ['service request', 'service requests'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    kind: field.choice(requestKinds, {
      label: 'Kind',
      required: true,
      frozen: true,
      fallback: 'service',
      filter: true,
    }),
    subject: field.text({
      label: 'What is wrong',
      required: true,
      search: true,
      sort: true,
      example: 'Film tears at the jaw',
    }),
    details: field.multiline({ label: 'Details', max: 4_000 }),
    urgency: field.choice(requestUrgencies, { label: 'Urgency', required: true, fallback: 'soon', filter: true }),
    phone: field.text({ label: 'Phone', help: 'Whom to call about it', max: 60 }),
    status: field.choice(requestStatuses, { label: 'Status', required: true, fallback: 'open', filter: true }),
    wantedOn: field.date({ label: 'Wanted by', sort: true }),
    projectId: field.reference('project', { label: 'Quote', readOnly: true, filter: true, example: null }),
    quoteState: field.choice(partsQuoteStates, { label: 'State of the quote', readOnly: true, derived: true }),
    plannedOn: field.date({ label: 'Planned for', sort: true }),
    isOverdue: field.boolean({
      label: 'Overdue',
      help: 'The day for which it is planned has passed, and it is not done',
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    engineerId: field.reference('user', { label: 'Engineer', filter: true }),
    answer: field.multiline({ label: 'Answer', help: 'The customer reads it on the page of the machine', max: 4_000 }),
  },
  mounts: [{ path: '/v1/service-requests' }, { path: '/v1/machines/{parentId}/service-requests', parent: 'machineId' }],
  label: 'subject',
  defaultSort: '-createdAt',
  traits: { softDelete: true, files: true, bulk: ['status'] },
})

const area = 'Service'
const path = '/v1/ignition/machines/{id}/service-requests'

export const machineRequestsSchema = z.object({
  machineID: machineIDSchema,
  requests: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.enum(requestKinds),
        subject: z.string(),
        details: z.string().nullable(),
        urgency: z.enum(requestUrgencies),
        status: z.enum(requestStatuses),
        askedAt: z.iso.datetime(),
        askedBy: z.string().nullable(),
        wantedOn: z.iso.date().nullable(),
        parts: z.array(z.object({ number: z.string(), name: z.string(), unit: z.string(), quantity: z.string() })),
        quoteState: z.enum(partsQuoteStates).nullable(),
        quote: z.string().nullable().describe('The number of the quote, once it was sent'),
        plannedOn: z.iso.date().nullable(),
        isOverdue: z.boolean().describe('Whether the day for which it is planned has passed, and it is not done'),
        engineer: z.string().nullable(),
        visit: comingVisitSchema.nullable().describe('The newest visit for it that was not cancelled'),
        answer: z.string().nullable(),
        photos: z.array(requestPhotoSchema).describe('Those that came with it, by their names'),
      }),
    )
    .describe(`The newest ${REQUESTS_SHOWN}, those that are not over first`),
})
export type MachineRequests = z.infer<typeof machineRequestsSchema>

export const machineRequests = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'What service was asked for at a machine, and what became of it',
  access: 'customer.access',
  params: oneMachine,
  result: machineRequestsSchema,
})

export const askForService = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Ask for service of a machine',
  description: `At most ${MOST_OPEN_REQUESTS} requests of a machine may be open or planned. Staff see it among the service requests. The same request sent again with its \`entryId\` is one and is answered like the first time.`,
  access: 'customer.access',
  params: oneMachine,
  body: z.strictObject({
    entryId: z.uuid().toLowerCase().optional().describe('Made by the device, once for each request'),
    subject: words(200).min(1, 'must not be empty'),
    details: plain(4_000, true).or(z.literal('')).nullable().default(null),
    urgency: z.enum(requestUrgencies).default('soon'),
    phone: words(60).nullable().default(null),
    wantedOn: daySchema.nullable().default(null).describe('The day on which somebody should come, as a wish'),
  }),
  result: machineRequestsSchema.extend({ requestId: z.uuid().describe('Of the request that was made') }),
  status: 201,
  problems: ['not_usable', 'duplicate'],
})
