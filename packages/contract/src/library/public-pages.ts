import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** What makes the address of a public page: 122 random bits. */
export const publicTokenSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/)
  .meta({ examples: ['4fK2pZ0qSxW7mJ9bT1vYcA'] })

const publicPageSchema = z.object({ token: publicTokenSchema })

/** The address of the public page of a machine, without host. @param token of `publicPageOfMachine` */
export function publicPagePath(token: string): string {
  return `/m/${token}`
}

export const publicPageOfMachine = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/public-page',
  summary: 'The address of the public page of an installed machine',
  description: 'The page `/m/{token}` shows nameplate, declaration and instructions to everybody who has its address.',
  access: 'customer.access',
  params: z.object({ id: machineIDSchema }),
  result: publicPageSchema,
})

export const publicPageOfLabel = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/public/machine-label',
  summary: 'The public page that a printed label with a machine ID leads to',
  description:
    'Only of machines that were registered before labels had tokens, and only while something of them is public. ' +
    'Of every other machine ID the token is null.',
  access: 'public',
  query: z.strictObject({ machineID: machineIDSchema }),
  result: z.object({ token: publicTokenSchema.nullable() }),
})
