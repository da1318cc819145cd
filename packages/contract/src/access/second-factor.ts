import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { tokenPairSchema } from './auth.ts'

const area = 'Own account'
/** A code of an app, or a recovery code; people type blanks into both. */
const code = z.string().max(64)

export const RECOVERY_CODES = 10

export const validateTwoFactor = defineCall({
  area: 'Sign-in',
  method: 'POST',
  path: '/v1/auth/validate-two-factor',
  summary: 'Finish a sign-in with the second factor',
  description:
    'Takes the `pending_token` of the login, valid for 5 minutes, and the code of the app or a recovery code. Each code works ' +
    'once; five wrong ones end the pending token.',
  access: 'public',
  body: z.strictObject({ pending_token: z.string().max(256), two_factor_code: code }),
  result: tokenPairSchema,
  problems: ['pending_token_invalid', 'second_factor_wrong', 'too_many_attempts'],
})

export const startSecondFactor = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/second-factor',
  summary: 'Begin to switch on a second factor',
  description:
    'Nothing is asked for at the sign-in before a code has confirmed it. Beginning again makes another secret.',
  access: 'signed-in',
  stepUp: true,
  result: z.object({
    secret: z.string().describe('Base32, to type into an app'),
    address: z.string().describe('The same as an otpauth:// address, for a QR code'),
  }),
  problems: ['duplicate'],
})

export const confirmSecondFactor = defineCall({
  area,
  method: 'POST',
  path: '/v1/me/second-factor/confirm',
  summary: 'Switch the second factor on with a first code',
  access: 'signed-in',
  body: z.strictObject({ code }),
  result: z.object({ recoveryCodes: z.array(z.string()).describe('Ten, shown only once; each works once') }),
  problems: ['invalid_request', 'duplicate', 'too_many_attempts'],
})

export const endSecondFactor = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/second-factor',
  summary: 'Switch the own second factor off',
  access: 'signed-in',
  body: z.strictObject({ password: z.string().max(1024), code }),
  problems: ['invalid_request', 'not_found', 'second_factor_required', 'too_many_attempts', 'unavailable'],
})

export const endSecondFactorOfUser = defineCall({
  area: 'Access',
  method: 'DELETE',
  path: '/v1/users/{id}/second-factor',
  summary: 'Switch the second factor of a user off',
  description: 'For somebody who has lost the app and the recovery codes, or the passkeys: all of them stop working.',
  access: 'user.update',
  stepUp: true,
  params: z.object({ id: z.uuid() }),
  problems: ['not_found'],
})
