import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { passkeyProofSchema, passkeyRequestSchema } from './passkeys.ts'

const area = 'Own account'

/** With what somebody can confirm a dangerous action. */
export const confirmationWays = ['password', 'code', 'passkey'] as const

export const beginConfirmation = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/confirm/begin',
  summary: 'Begin to confirm with a passkey that it is you',
  access: 'signed-in',
  result: passkeyRequestSchema,
  problems: ['not_found'],
})

export const confirmIdentity = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/confirm',
  summary: 'Confirm that it is you',
  description:
    'Calls that need a confirmation answer `confirmation_needed` until the session was confirmed, and for 10 minutes after ' +
    'it they do not; so does a sign-in. Where there is a second factor, a code of the app, a recovery code or a passkey is ' +
    'needed; a password confirms only if there is no second factor.',
  access: 'signed-in',
  body: z
    .strictObject({
      password: z.string().max(1024).optional(),
      code: z.string().max(64).optional(),
      passkey: passkeyProofSchema.optional(),
    })
    .refine((body) => confirmationWays.filter((way) => body[way] !== undefined).length === 1, {
      path: ['password'],
      message: 'exactly one of password, code and passkey must be given',
    })
    .meta({ examples: [{ code: '287082' }] }),
  problems: ['too_many_attempts', 'unavailable'],
})
