import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { standings } from '../monitoring/customer-machines.ts'
import { machineIDSchema } from '../monitoring/record.ts'

const place = (of: string) =>
  z.int().min(0).nullable().describe(`Its place in \`${of}\`, from 0; null where it has none`)

/** All machines that the reader sees, with what a wall and a map show of them. Customers and sites are named once, since ten thousand machines share them. */
export const fleetSchema = z.object({
  at: z.iso.datetime(),
  customers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  sites: z
    .array(
      z.object({
        id: z.uuid(),
        customer: place('customers'),
        name: z.string(),
        city: z.string().nullable(),
        country: z.string().describe('ISO 3166-1 alpha-2'),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        timeZone: z.string(),
      }),
    )
    .describe('Those that have a machine'),
  machines: z.array(
    z.object({
      machineID: machineIDSchema,
      customer: place('customers'),
      site: place('sites'),
      model: z.string().nullable(),
      type: z
        .string()
        .nullable()
        .describe('Name of the machine type of its model; null where the library has no such model'),
      standing: z.enum(standings),
      since: z
        .int()
        .nullable()
        .describe('Unix seconds: when the state began, or when an offline machine was heard last'),
      perMin: z.number().nullable().describe('Cycles per minute, as heard last; null while offline'),
      designSpeed: z
        .number()
        .nullable()
        .describe('Cycles per minute that it is built for; null where nobody has entered it'),
      alarms: z.int().min(0).describe('Active ones'),
      attention: z
        .boolean()
        .describe('As the filter `needsAttention` of machines, or with an active alarm that nobody has acknowledged'),
    }),
  ),
  notShared: z
    .array(
      z.object({
        customer: place('customers'),
        type: z.string().nullable(),
        model: z.string().nullable(),
        count: z.int().min(1),
      }),
    )
    .describe('How many more machines there are of each customer, type and model that are not shared with the reader'),
})
export type Fleet = z.infer<typeof fleetSchema>

export const fleet = defineCall({
  area: 'Fleet',
  method: 'GET',
  path: '/v1/fleet',
  summary: 'Every machine of every customer, with its site and how it is now',
  access: 'machine.read.any',
  result: fleetSchema,
})
