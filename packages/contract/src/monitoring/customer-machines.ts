import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineStateSchema, stateGroups } from './machine-state.ts'
import { machineIDSchema } from './record.ts'

/** How many machines that need attention are named. */
export const MAX_ATTENTION = 6

/** What a machine of a customer counts as: its state while its data are fresh, or why it has none. */
export const standings = [...stateGroups, 'Unknown', 'Offline', 'NoLiveData', 'OnOrder'] as const
export type Standing = (typeof standings)[number]

const count = z.int().min(0)

export const customerMachinesSchema = z.object({
  total: count,
  counts: z.object({
    Running: count,
    Idle: count,
    Stopped: count,
    Faulted: count,
    Unknown: count.describe('Its data are fresh and name no state'),
    Offline: count,
    NoLiveData: count.describe('Has never published'),
    OnOrder: count.describe('Ordered, and neither delivered nor heard of yet'),
  } satisfies Record<Standing, z.ZodType>),
  needAttention: count.describe('As the filter `needsAttention` of machines finds them'),
  attention: z
    .array(
      z.object({
        machineID: machineIDSchema,
        description: z.string().nullable(),
        location: z.string().nullable(),
        online: z.boolean().nullable(),
        machineState: machineStateSchema.nullable(),
        lastSeen: z.iso.datetime().nullable(),
      }),
    )
    .describe(`The first ${MAX_ATTENTION} of these: faulted ones before those that are offline`),
})
export type CustomerMachines = z.infer<typeof customerMachinesSchema>

export const customerMachines = defineCall({
  area: 'Machine monitoring',
  method: 'GET',
  path: '/v1/customers/{id}/machine-states',
  summary: 'How the machines of a customer are now',
  description: 'To follow them, open the live stream with `customerId`.',
  access: 'machine.read.any',
  params: z.object({ id: z.uuid() }),
  result: customerMachinesSchema,
  problems: ['not_found'],
})
