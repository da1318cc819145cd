import { z } from 'zod'
import { temperatureUnits } from '../access/my-settings.ts'
import { defineCall } from '../engine/call.ts'

/** The ways to sign in that the login screen can offer. */
export const loginOptions = ['basic', 'okta', 'cmms', 'core-cmms'] as const
export const loginOptionSchema = z.enum(loginOptions)
export type LoginOption = z.infer<typeof loginOptionSchema>

export const publicSettingsSchema = z.object({
  productTitle: z.string(),
  docsUrl: z.string(),
  cmmsUrl: z.string().nullable().describe('Target of the CMMS menu entry; the entry is hidden when null'),
  logo: z.string().nullable().describe('Address of a picture; the product mark when null'),
  colours: z
    .object({ bar: z.string().nullable(), accent: z.string().nullable(), accentDark: z.string().nullable() })
    .describe('As the product brings them when null'),
  recordsUsage: z.boolean().describe('Whether pages that are viewed are counted'),
  temperature: z.enum(temperatureUnits).describe('For whoever has not chosen'),
  login: z.object({
    title: z.string(),
    icon: z.string().nullable().describe('Address of an image; the product mark when null'),
    banner: z.string().nullable().describe('A line of text above the form; hidden when null'),
    backgroundImage: z.string().nullable().describe('Address of an image; the drawn scene when null'),
    options: z.array(loginOptionSchema).describe('In the order in which they show'),
    address: z.string().describe('The origin that links lead to and passkeys are made for'),
    passkeys: z.boolean().describe('Whether the address of the product is one that passkeys can be made for'),
    texts: z.record(loginOptionSchema, z.string()).describe('Button texts'),
  }),
})
export type PublicSettings = z.infer<typeof publicSettingsSchema>

export const publicSettings = defineCall({
  area: 'Settings',
  method: 'GET',
  path: '/v1/settings/public',
  summary: 'What the web needs to know before anybody has signed in',
  access: 'public',
  result: publicSettingsSchema,
})
