import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { plain } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'

export const supportAccessStatuses = ['asked', 'granted', 'refused', 'ended'] as const
export type SupportAccessStatus = (typeof supportAccessStatuses)[number]

/** A week. */
export const MOST_ACCESS_HOURS = 168
/** So many requests of one machine are made in 24 hours: each is mailed to everybody who decides. */
export const MOST_ACCESS_ASKED_A_DAY = 3
/** So many of the newest are returned. */
export const SUPPORT_ACCESS_SHOWN = 100

const area = 'Sharing'

export const supportAccessSchema = z.object({
  id: z.uuid(),
  machineID: machineIDSchema,
  reason: z.string(),
  hours: z.int(),
  status: z.enum(supportAccessStatuses).describe('One that has run out is `ended`'),
  askedAt: z.iso.datetime(),
  askedBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
  endsAt: z.iso.datetime().nullable().describe('When it ends or has ended'),
})
export type SupportAccess = z.infer<typeof supportAccessSchema>

const listSchema = z.object({ items: z.array(supportAccessSchema).describe(`The newest ${SUPPORT_ACCESS_SHOWN}`) })

export const mySupportAccess = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/support-access',
  summary: 'Requests of the maker for access to machines that are not shared',
  description: 'For users of customers.',
  access: 'customer.access',
  result: listSchema,
  problems: ['not_found'],
})

export const machineSharingSchema = z.object({
  machineID: machineIDSchema,
  machineId: z.uuid().describe('Its id as an installed machine'),
  description: z.string().nullable(),
  model: z.string().nullable(),
  customer: z.string().nullable(),
  shared: z.boolean().describe('Whether the maker sees what it reports now, also for as long as access is granted'),
  until: z.iso.datetime().nullable().describe('When that ends by itself'),
  access: z.array(supportAccessSchema),
})
export type MachineSharing = z.infer<typeof machineSharingSchema>

export const machineSharing = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/machines/{id}/sharing',
  summary: 'Whether a machine is shared with the maker',
  description:
    'For the maker and the customer of the machine. It has what the maker sees of every machine, and no value.',
  access: 'customer.access',
  params: oneMachine,
  result: machineSharingSchema,
})

export const askForSupportAccess = defineCall({
  area,
  method: 'POST',
  path: '/v1/ignition/machines/{id}/support-access',
  summary: 'Ask the customer for access to a machine that is not shared',
  description: `One request of a machine may be open, and ${MOST_ACCESS_ASKED_A_DAY} are made in 24 hours. The customer sees it under Sharing, and grants or refuses it.`,
  access: 'machine.read.any',
  params: oneMachine,
  body: z.strictObject({
    reason: plain(500, false),
    hours: z.int().min(1).max(MOST_ACCESS_HOURS),
  }),
  result: machineSharingSchema,
  status: 201,
  problems: ['not_usable'],
})

export const supportAnswers = ['grant', 'refuse', 'end'] as const
export type SupportAnswer = (typeof supportAnswers)[number]

export const answerSupportAccess = defineCall({
  area,
  method: 'POST',
  path: '/v1/ignition/support-access/{id}/answer',
  summary: 'Grant or refuse access to a machine, or end it early',
  description: 'For users of customers. What is granted ends by itself after the hours that were asked for.',
  access: 'sharing.decide',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ answer: z.enum(supportAnswers) }),
  result: listSchema,
  problems: ['not_found', 'not_usable'],
})
