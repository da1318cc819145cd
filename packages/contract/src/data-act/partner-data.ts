import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineHistory } from '../monitoring/ignition.ts'
import { historySchema, machineDetailsSchema } from '../monitoring/machine.ts'
import { partnerReadsSchema } from './partner-access.ts'

const area = 'Data Act'
const access = 'partnerData.read'

/** What a partner reads of a machine: what it reports, and nothing that people enter about it. */
export const partnerMachineSchema = machineDetailsSchema.pick({
  machineID: true,
  description: true,
  online: true,
  lastSeen: true,
  machineState: true,
  reportedState: true,
  stateSince: true,
  cyclesPerMin: true,
  temperature: true,
  humidity: true,
  totalCycles: true,
  totalRejects: true,
  latitude: true,
  longitude: true,
  machineData: true,
  timeZone: true,
})
export type PartnerMachine = z.infer<typeof partnerMachineSchema>

const KEY = 'Only with a key that a customer has given to a partner; for the machines of that key.'

export const partnerMachines = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner/machines',
  summary: 'Live values of the machines that a partner may read',
  description: KEY,
  access,
  result: z.object({ machines: z.array(partnerMachineSchema) }),
})

export const partnerMachine = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner/machines/{id}',
  summary: 'Live values of one machine, for a partner',
  description: KEY,
  access,
  params: z.object({ id: z.string() }),
  result: partnerMachineSchema,
})

export const partnerHistory = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner/machines/{id}/history',
  summary: 'A series of one machine, for a partner',
  description: `${KEY} As the history of a machine for its owner: \`CycleCount\` gives cycles, a number of its records or readings gives numbers, any other tag gives states.`,
  access,
  params: z.object({ id: z.string() }),
  query: machineHistory.query,
  result: historySchema,
})

export const ownPartnerReads = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner/reads',
  summary: 'Which machines the own key has read on which days, as its customer sees it',
  description: KEY,
  access,
  result: partnerReadsSchema,
})
