import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { confirmationWays } from './confirmation.ts'
import { users } from './users.ts'

const area = 'Own account'

/** How deep preferences may be nested. */
const MAX_DEPTH = 16

/** How temperatures are shown. Everything stored and exported is in °C. */
export const temperatureUnits = ['celsius', 'fahrenheit'] as const
export type TemperatureUnit = (typeof temperatureUnits)[number]

/** Mails that somebody may do without. Those about the own account are always sent. */
export const optionalMails = ['alarms', 'reports', 'service'] as const
export type OptionalMail = (typeof optionalMails)[number]

const mailsSchema = z.object({
  alarms: z.boolean().describe('Mails of alarm rules that name the own address'),
  reports: z.boolean().describe('Monthly reports'),
  service: z.boolean().describe('Mails about own visits, and about requests for service'),
} satisfies Record<OptionalMail, z.ZodBoolean>)

const servicePushSchema = z
  .boolean()
  .describe('Notifications of own visits, and of requests for service, on the own devices')

/** The page that somebody begins with after signing in, by its address. */
const startPageSchema = z
  .string()
  .max(200)
  .regex(/^(\/[a-z0-9-]+)+$/, 'must be the address of a page such as /home')

export const themeChoices = ['system', 'light', 'dark'] as const

const { first_name, last_name, language, timezone } = users.fields

const preferencesSchema = z
  .record(z.string().min(1).max(200), z.unknown())
  .refine((value) => isStorable(value, MAX_DEPTH), {
    message: `must be JSON without control character 0 or half surrogate pairs, at most ${MAX_DEPTH} levels deep`,
  })

export const mySettingsSchema = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  theme: z.enum(themeChoices),
  temperatureUnit: z.enum(temperatureUnits).nullable().describe('Null: as the installation is set'),
  startPage: z.string().nullable().describe('Address of the page after signing in; null: the overview of machines'),
  mails: mailsSchema,
  servicePush: servicePushSchema,
  preferences: z.record(z.string(), z.unknown()).describe('What the web app stores for the user, such as saved views'),
  secondFactor: z.object({
    on: z.boolean(),
    recoveryCodes: z.int().describe('How many are left'),
  }),
  confirmWith: z
    .array(z.enum(confirmationWays))
    .describe('With which of these the user can confirm a dangerous action'),
})

export type MySettings = z.infer<typeof mySettingsSchema>

export const mySettings = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/settings',
  summary: 'The own profile and preferences',
  access: 'signed-in',
  result: mySettingsSchema,
})

export const changeMySettings = defineCall({
  area,
  method: 'PUT',
  path: '/v1/me/settings',
  summary: 'Change the own profile and preferences',
  description:
    'What is left out stays as it is. Of the preferences each key is set by itself, the last write wins; null removes it. ' +
    'All together may take 64 KiB.',
  access: 'signed-in',
  body: z.strictObject({
    first_name: first_name.schema.optional(),
    last_name: last_name.schema.optional(),
    language: language.schema
      .meta({ examples: ['nb-NO'] })
      .nullable()
      .optional(),
    timezone: timezone.schema
      .meta({ examples: ['Europe/Oslo'] })
      .nullable()
      .optional(),
    theme: z.enum(themeChoices).optional(),
    temperatureUnit: z.enum(temperatureUnits).nullable().optional(),
    startPage: startPageSchema.nullable().optional(),
    mails: mailsSchema.partial().strict().optional(),
    servicePush: servicePushSchema.optional(),
    preferences: preferencesSchema.optional(),
  }),
  result: mySettingsSchema,
})

export const changeMyPassword = defineCall({
  area,
  method: 'PUT',
  path: '/v1/me/password',
  summary: 'Change the own password',
  description: 'Ends every other session of the user.',
  access: 'signed-in',
  body: z.strictObject({ current: z.string().max(1024), new: z.string().max(1024) }),
  problems: ['invalid_request', 'too_many_attempts', 'unavailable'],
})

export const mySessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('The sign-in, or the last exchange of its refresh token'),
  address: z.string().nullable(),
  program: z.string().describe('In plain words, such as Firefox on Windows'),
  current: z.boolean().describe('Whether it is the session of this request'),
})

export type MySession = z.infer<typeof mySessionSchema>

export const mySessions = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/sessions',
  summary: 'The own sessions, the last used first',
  access: 'signed-in',
  result: z.array(mySessionSchema),
})

export const endMySession = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/sessions/{id}',
  summary: 'End one of the own sessions',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  problems: ['not_found'],
})

export const endMyOtherSessions = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/sessions/end-others',
  summary: 'Sign out everywhere else',
  access: 'signed-in',
  result: z.object({ ended: z.int().describe('How many sessions were ended') }),
})

/** Whether the database can store it as JSON: its text has no NUL and no half of a surrogate pair. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.entries(value).every(([key, held]) => isStorable(key, 0) && isStorable(held, levels - 1))
}
