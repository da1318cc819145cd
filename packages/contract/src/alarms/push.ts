import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { plain, webAddress } from '../engine/text-schemas.ts'
import { alarmSeveritySchema } from './alarm.ts'

const area = 'Own account'
const PATH = '/v1/me/notifications'
const params = z.object({ id: z.uuid() })
const deviceName = plain(100, false)

/** Most devices of one person: the browsers of a few phones and computers. */
export const MAX_PUSH_DEVICES = 10

/** Of RFC 8291, appendix A. */
const EXAMPLE_KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Bytes as browsers write them. @param bytes how many there have to be */
function base64url(bytes: number, example: string) {
  const length = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), `must be ${bytes} bytes as base64url`)
    .meta({ examples: [example] })
}

/** A time of day, from 00:00 to 23:59. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 22:00')
  .meta({ examples: ['22:00'] })

const quietSchema = z.strictObject({
  from: timeOfDay,
  to: timeOfDay.describe('On the next day where it is before `from`'),
  criticalThrough: z.boolean().describe('Whether critical alarms are sent all the same'),
})

/** A browser that notifications are sent to. */
export const pushDeviceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  fingerprint: z.string().describe('SHA-256 of the address of its subscription, as base64url'),
  service: z.string().describe('Host of the push service of its browser'),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable().describe('When the push service last took a notification for it'),
  lastError: z.string().nullable().describe('Why the last attempt failed; null after one that succeeded'),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

export const pushChoicesSchema = z.strictObject({
  severities: z
    .array(alarmSeveritySchema)
    .max(5)
    .describe('Alarms of these are sent as they are raised. Escalations to oneself are sent in any case'),
  quiet: quietSchema.nullable().describe('Hours without notifications, in the time zone of the account'),
})
export type PushChoices = z.infer<typeof pushChoicesSchema>

export const pushSettingsSchema = z.object({
  publicKey: z.string().describe('The `applicationServerKey` of subscriptions, as base64url'),
  timeZone: z.string().describe('By whose clock the quiet hours are'),
  choices: pushChoicesSchema,
  devices: z.array(pushDeviceSchema).describe('The newest first'),
})
export type PushSettings = z.infer<typeof pushSettingsSchema>

export const pushSettings = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'The own devices that get notifications, and which they get',
  access: 'signed-in',
  result: pushSettingsSchema,
})

export const setPushChoices = defineCall({
  area,
  method: 'PUT',
  path: PATH,
  summary: 'Choose which notifications the own devices get, and when',
  access: 'signed-in',
  body: pushChoicesSchema,
  result: pushChoicesSchema,
})

export const addPushDevice = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/devices`,
  summary: 'Send notifications to this browser',
  description:
    'Takes the `PushSubscription` of the browser. The address must belong to one of the push services that the installation ' +
    'admits (`PUSH_SERVICES`). A browser belongs to whoever added it last.',
  access: 'signed-in',
  body: z.strictObject({
    name: deviceName.optional().describe('Not given: browser and system'),
    endpoint: webAddress(1_000, 'must be an address'),
    keys: z.strictObject({
      p256dh: base64url(65, EXAMPLE_KEY),
      auth: base64url(16, 'BTBZMqHH6r4Tts7J_aSIgg'),
    }),
  }),
  result: pushDeviceSchema,
  status: 201,
  problems: ['not_usable'],
})

export const renamePushDevice = defineCall({
  area,
  method: 'PUT',
  path: `${PATH}/devices/{id}`,
  summary: 'Change the name of one of the own devices',
  access: 'signed-in',
  params,
  body: z.strictObject({ name: deviceName }),
  result: pushDeviceSchema,
  problems: ['not_found'],
})

export const removePushDevice = defineCall({
  area,
  method: 'DELETE',
  path: `${PATH}/devices/{id}`,
  summary: 'Send no notifications to one of the own devices any more',
  access: 'signed-in',
  params,
  problems: ['not_found'],
})

export const testPushDevice = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/devices/{id}/test`,
  summary: 'Send a test notification to one of the own devices',
  description: 'Answers when the push service has taken it, or with the reason why it has not.',
  access: 'signed-in',
  params,
  result: pushDeviceSchema,
  problems: ['not_found'],
})

export const acknowledgeFromPush = defineCall({
  area: 'Alarms',
  method: 'POST',
  path: '/v1/notifications/acknowledge',
  summary: 'Acknowledge the alarm of a notification',
  description:
    'The token was sent with the notification to one device of one person. It can be used once, within a day, as long as that person may ' +
    'acknowledge the alarm and the device has not been removed.',
  access: 'public',
  body: z.strictObject({ token: z.string().max(100) }),
  result: z.object({ acknowledged: z.boolean().describe('False where somebody had acknowledged it before') }),
  problems: ['link_invalid'],
})
