import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { momentSchema } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** What the maker may use the data of a machine for. */
export const sharingPurposes = ['support', 'benchmark'] as const
export type SharingPurpose = (typeof sharingPurposes)[number]

/** So many machines are decided on at once. */
export const MOST_SHARED_AT_ONCE = 2_000
/** So many of the newest decisions are returned. */
export const SHARING_DECISIONS_SHOWN = 200

const area = 'Sharing'

const sharedSchema = z.object({
  shared: z.boolean().describe('Whether it is shared now'),
  until: z.iso.datetime().nullable().describe('When it ends by itself, or has ended; null without an end'),
  decidedAt: z.iso.datetime().nullable().describe('Null where nobody has decided: then the default applies'),
  decidedBy: z.string().nullable(),
})
export type Shared = z.infer<typeof sharedSchema>

export const mySharingSchema = z.object({
  machines: z.array(
    z.object({
      machineID: machineIDSchema,
      description: z.string().nullable(),
      location: z.string().nullable(),
      support: sharedSchema,
      benchmark: sharedSchema,
    }),
  ),
})
export type MySharing = z.infer<typeof mySharingSchema>
export type SharedMachine = MySharing['machines'][number]

export const mySharing = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/sharing',
  summary: 'What the own machines share with the maker',
  description:
    'For users of customers. Without a decision a machine is shared for support, and is not shared for the benchmark.',
  access: 'customer.access',
  result: mySharingSchema,
  problems: ['not_found'],
})

export const decideSharing = defineCall({
  area,
  method: 'POST',
  path: '/v1/ignition/sharing',
  summary: 'Decide what own machines share with the maker',
  description:
    `For users of customers; up to ${MOST_SHARED_AT_ONCE} machines at once, all of them or none. What is not shared for support the maker's staff ` +
    'no longer see from that moment on: live values, history, stops, OEE, alarms. They still see the name, the model and the service plans.',
  access: 'sharing.decide',
  body: z.strictObject({
    machine_ids: z.array(z.string().max(64)).min(1).max(MOST_SHARED_AT_ONCE),
    purpose: z.enum(sharingPurposes),
    shared: z.boolean(),
    until: momentSchema.nullable().default(null).describe('When it ends by itself; only for what is shared'),
  }),
  result: mySharingSchema,
  problems: ['not_found'],
})

export const sharingHistorySchema = z.object({
  decisions: z
    .array(
      z.object({
        id: z.uuid(),
        machineID: machineIDSchema,
        purpose: z.enum(sharingPurposes),
        shared: z.boolean(),
        until: z.iso.datetime().nullable(),
        decidedAt: z.iso.datetime(),
        decidedBy: z.string().nullable(),
      }),
    )
    .describe(`The newest ${SHARING_DECISIONS_SHOWN}`),
})
export type SharingHistory = z.infer<typeof sharingHistorySchema>

export const sharingHistory = defineCall({
  area,
  method: 'GET',
  path: '/v1/ignition/sharing/history',
  summary: 'Who decided what about sharing, and when',
  access: 'customer.access',
  query: z.strictObject({ machineID: z.string().max(64).optional() }),
  result: sharingHistorySchema,
  problems: ['not_found'],
})
