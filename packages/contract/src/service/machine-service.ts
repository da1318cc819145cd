import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from './machine-span.ts'
import { namedPart } from './parts/named-part.ts'
import { serviceStatuses, serviceTriggers } from './service-plans.ts'

/** So many of the newest records are returned. */
export const SERVICE_RECORDS_SHOWN = 20

export const machineServiceSchema = z.object({
  machineID: machineIDSchema,
  machineId: z.uuid().describe('Its id as an installed machine'),
  timeZone: z.string().describe('IANA name of the time zone of its site, or UTC; what its days mean'),
  lastService: z.iso.date().nullable(),
  nextDue: z.iso.date().nullable(),
  plans: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      trigger: z.enum(serviceTriggers),
      interval: z.int(),
      remaining: z.number().nullable(),
      nextDue: z.iso.date().nullable(),
      lastDoneAt: z.iso.datetime().nullable(),
      status: z.enum(serviceStatuses),
      parts: z
        .array(z.object(namedPart))
        .describe('What the service needs; parts that are delivered no more are left out'),
    }),
  ),
  records: z.array(
    z.object({
      id: z.uuid(),
      planId: z.uuid().nullable(),
      doneAt: z.iso.datetime(),
      what: z.string(),
      doneBy: z.string().nullable(),
      notes: z.string().nullable(),
    }),
  ),
})
export type MachineService = z.infer<typeof machineServiceSchema>

export const machineService = defineCall({
  area: 'Service',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/service',
  summary: 'The service of a machine: what is due, and what was done last',
  description: 'What is due first comes first; of what was done the newest.',
  access: 'customer.access',
  params: oneMachine,
  result: machineServiceSchema,
})
