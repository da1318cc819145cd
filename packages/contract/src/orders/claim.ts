import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { plain } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** So many refused tries a label takes; then staff make a new one. */
export const MOST_CLAIM_TRIES = 20
/** So many machines without a customer are offered to staff. */
export const MOST_OFFERED = 20
/** Machines without a customer that have reported within so many hours are offered. */
export const OFFERED_HOURS = 24

const area = 'Ordered machines'
const path = '/v1/claims/{token}'
const params = z.object({ token: z.string().max(64).describe('From the QR code of the label') })

export const machineToClaimSchema = z.object({
  number: z.string().describe('Of the order'),
  description: z.string(),
  model: z.string(),
  customer: z.string(),
  site: z.string().nullable(),
  options: z.array(z.string()),
  serial: z.string().nullable(),
  plannedMachineID: z.string().nullable(),
  machineID: z.string().nullable().describe('Of the machine that it has become; null until it is claimed'),
  claimedByYou: z.boolean().describe('Whether it was the reader who has claimed it'),
  mayChoose: z.boolean().describe('Whether the reader may claim another machine ID than the planned one'),
  offered: z
    .array(z.object({ machineID: z.string(), lastSeen: z.iso.datetime() }))
    .describe('Machines without a customer that have reported lately, the newest first'),
})
export type MachineToClaim = z.infer<typeof machineToClaimSchema>

export const machineToClaim = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'The ordered machine of a label',
  access: 'machine.claim',
  params,
  result: machineToClaimSchema,
  problems: ['not_found'],
})

export const claimMachine = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Claim the machine of a label',
  description:
    'From then on the machine ID is the machine of that order. Claiming the same machine ID again changes nothing, and the answer says so (`wasClaimed`). Staff may claim any machine ID that nobody else has, users of the customer the planned one.',
  access: 'machine.claim',
  params,
  body: z.strictObject({
    machineID: machineIDSchema.describe('As the machine sends it'),
    serial: plain(64, false).nullable().optional().describe('On its plate; what is stored stays where it is left out'),
  }),
  result: machineToClaimSchema.extend({
    wasClaimed: z
      .boolean()
      .describe('Whether it was claimed before, such as by the same request whose answer was lost'),
  }),
  problems: ['not_found', 'not_usable', 'duplicate'],
})
