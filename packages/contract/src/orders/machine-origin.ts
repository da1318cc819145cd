import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'
import { orderStepSchema } from './order-steps.ts'

/** An ordered machine as it is shown beside its quote. */
export const machineOfQuoteSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  description: z.string(),
  model: z.string(),
  machineID: z.string().nullable().describe('Null until it is claimed'),
  promisedSpeed: z.number().nullable().describe('Cycles per minute'),
  speedFrom: z
    .enum(['quote', 'library'])
    .nullable()
    .describe('Whether the line of the quote says the speed, or the library does'),
  steps: z.array(orderStepSchema),
})
export type MachineOfQuote = z.infer<typeof machineOfQuoteSchema>

export const machineOriginSchema = z.object({
  machineID: machineIDSchema,
  order: z
    .object({
      id: z.uuid(),
      number: z.string(),
      model: z.string(),
      options: z.array(z.string()),
      serial: z.string().nullable(),
      claimedAt: z.iso.datetime().nullable(),
      steps: z.array(orderStepSchema),
      quote: z
        .object({ projectId: z.uuid(), number: z.string(), title: z.string(), version: z.int() })
        .nullable()
        .describe('Null without a quote that the reader may see'),
    })
    .nullable()
    .describe('Null for a machine that was not ordered here'),
})
export type MachineOrigin = z.infer<typeof machineOriginSchema>

export const machineOrigin = defineCall({
  area: 'Ordered machines',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/origin',
  summary: 'The order and the quote that a machine came from',
  access: 'customer.access',
  params: oneMachine,
  result: machineOriginSchema,
})
