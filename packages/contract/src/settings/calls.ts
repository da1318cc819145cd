import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { type allSettings, type SettingKey, settingKeys } from './all-settings.ts'

const area = 'Settings'

const keySchema = z.enum(settingKeys as [SettingKey, ...SettingKey[]], 'must be the key of a setting')

/** Of the longest list that a setting may be. */
const MOST_WORDS = 100
/** A file of another version may name settings that are not known here. */
const MOST_SETTINGS = settingKeys.length + 100

/** Checked by the schema of its setting. A list is bounded before anybody looks at what is in it. */
const valueSchema = z.union([z.string(), z.number(), z.array(z.string().max(1_000)).max(MOST_WORDS), z.null()])
export type StoredValue = z.infer<typeof valueSchema>

const whoSchema = z.object({ id: z.uuid(), name: z.string() })

export const settingStateSchema = z.object({
  key: keySchema,
  value: valueSchema.describe('What applies; null for a secret'),
  isSet: z.boolean().describe('Whether somebody, or the environment, has set it; else the fallback applies'),
  fixedBy: z.string().nullable().describe('The environment variable that fixes it; it cannot be changed here then'),
  rowVersion: z.int().describe('0 while nobody has ever changed it'),
  changedAt: z.string().nullable(),
  changedBy: whoSchema.nullable(),
})
export type SettingState = z.infer<typeof settingStateSchema>

export const settingChangeSchema = z.object({
  id: z.string(),
  at: z.string(),
  key: keySchema,
  by: whoSchema.nullable().describe('Null if the account is gone'),
  before: valueSchema.describe('Null for the fallback, and for a secret'),
  after: valueSchema.describe('Null for the fallback, and for a secret'),
  takesBack: z.string().nullable().describe('The change that it took back'),
  canBeTakenBack: z.boolean(),
})
export type SettingChange = z.infer<typeof settingChangeSchema>

export const settingsSchema = z.object({
  settings: z.array(settingStateSchema),
  people: z.object({ all: z.int(), staff: z.int() }).describe('How many accounts there are, whom changes reach'),
})

/** One change that is wanted. */
const wantedSchema = z.strictObject({
  key: keySchema,
  value: valueSchema.describe('null: the fallback again'),
  rowVersion: z.int().min(0).describe('The version that was seen'),
})
export type WantedSetting = z.infer<typeof wantedSchema>

const CONFLICTS =
  'Whoever has seen another version gets `stale`; `current.conflicts` has for each setting the value of before (`theirs`) and the one sent (`yours`).'

export const listSettings = defineCall({
  area,
  method: 'GET',
  path: '/v1/settings',
  summary: 'The settings of the installation',
  description: 'Secrets are never answered, only whether they are set.',
  access: 'settings.read',
  result: settingsSchema,
})

export const changeSettings = defineCall({
  area,
  method: 'PUT',
  path: '/v1/settings',
  summary: 'Change several settings, all or none',
  description: `Applies on every server within a second. ${CONFLICTS}`,
  access: 'settings.update',
  body: z.strictObject({ changes: z.array(wantedSchema).min(1).max(settingKeys.length) }),
  result: settingsSchema,
  problems: ['invalid_request', 'stale', 'media_type_unsupported', 'file_refused', 'unavailable'],
})

export const readSetting = defineCall({
  area,
  method: 'GET',
  path: '/v1/settings/{key}',
  summary: 'One setting',
  access: 'settings.read',
  params: z.object({ key: z.string().max(100) }),
  result: settingStateSchema,
  problems: ['not_found'],
})

export const changeSetting = defineCall({
  area,
  method: 'PUT',
  path: '/v1/settings/{key}',
  summary: 'Change one setting',
  description: `Applies on every server within a second. ${CONFLICTS}`,
  access: 'settings.update',
  params: z.object({ key: z.string().max(100) }),
  body: wantedSchema.omit({ key: true }),
  result: settingStateSchema,
  problems: ['not_found', 'invalid_request', 'stale', 'media_type_unsupported', 'file_refused', 'unavailable'],
})

export const settingsHistory = defineCall({
  area,
  method: 'GET',
  path: '/v1/settings/history',
  summary: 'What was changed, the newest first',
  access: 'settings.read',
  query: z.strictObject({
    key: keySchema.optional(),
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .describe('The id of the last change of the page before'),
  }),
  result: z.object({ changes: z.array(settingChangeSchema), more: z.boolean() }),
})

export const takeBackSetting = defineCall({
  area,
  method: 'POST',
  path: '/v1/settings/history/{id}/take-back',
  summary: 'Take a change back, which is a change itself',
  description: 'Sets the value of before. A secret cannot be taken back: what it was is not retained.',
  access: 'settings.update',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  body: wantedSchema.pick({ rowVersion: true }),
  result: settingStateSchema,
  problems: ['not_found', 'invalid_request', 'not_usable', 'stale', 'unavailable'],
})

/** What a file of settings says it is. */
export const SETTINGS_FILE = 'packhouse-settings'

const fileSchema = z.strictObject({
  format: z.literal(SETTINGS_FILE, `must be ${SETTINGS_FILE}`),
  version: z.literal(1, 'must be 1'),
  exportedAt: z.string().max(40),
  settings: z
    .record(z.string().max(100), valueSchema)
    .refine((settings) => Object.keys(settings).length <= MOST_SETTINGS, `must have at most ${MOST_SETTINGS} settings`),
})
export type SettingsFile = z.infer<typeof fileSchema>

export const exportSettings = defineCall({
  area,
  method: 'GET',
  path: '/v1/settings/export',
  summary: 'The settings as a file, without secrets',
  description: 'What was never set is left out.',
  access: 'settings.read',
  result: fileSchema,
})

export const compareSettings = defineCall({
  area,
  method: 'POST',
  path: '/v1/settings/compare',
  summary: 'What a file of settings would change; it changes nothing',
  access: 'settings.update',
  body: fileSchema,
  result: z.object({
    differences: z.array(
      z.object({
        key: z.string(),
        now: valueSchema,
        file: valueSchema,
        rowVersion: z.int(),
        obstacle: z.string().nullable().describe('Why it cannot be taken over; goes on after the label'),
      }),
    ),
    same: z.int().describe('How many are the same already'),
  }),
})

export const settingPicture = defineCall({
  area,
  method: 'GET',
  path: '/v1/settings/pictures/{name}',
  summary: 'The logo',
  description: 'Its name is a hash of its content; `productLogo` of the public settings is its address.',
  access: 'public',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{64}$/) }),
  answer: 'file',
  types: ['image/webp'],
  problems: ['not_found'],
})

/** The setting whose value is the picture that is shown to everybody. */
export const LOGO = 'product.logo' satisfies keyof typeof allSettings
