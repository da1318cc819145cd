import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { tokenPairSchema, userSchema } from './auth.ts'

const area = 'Sign-in'

/** An S256 challenge: 32 bytes in base64url without padding (RFC 7636, 4.2). */
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** How long before its end an access token counts as expired already. */
export const EXPIRES_EARLY_SECONDS = 5

/** Why a single sign-on came to nothing, in the words that the callback screens show. */
export const signOnFaults = {
  option_unavailable: 'This way to sign in is not set up. Ask your administrator, or choose another one.',
  redirect_refused: 'Single sign-on has to start at the public address of this site. Open that address and try again.',
  challenge_refused: 'Single sign-on was started without a valid S256 challenge. Start again from the login.',
  state_refused: 'Single sign-on was started without a valid state. Start again from the login.',
  ticket_invalid: 'Too much time has passed. Go to Settings and start linking again.',
  too_many_starts: 'Single sign-on was started too often from your address. Wait a minute and try again.',
  sign_on_busy: 'Too many sign-ins are being checked right now. Start again from the login in a moment.',
  provider_faulty: 'The identity provider could not be used. Ask your administrator to test it under People, Sign-in.',
  provider_refused: 'The identity provider did not sign you in. Try again, or ask its administrator for access.',
  answer_unknown: 'This sign-in was finished already, or too much time has passed. Start again from the login.',
  answer_refused:
    'The response from the identity provider could not be trusted. Try again; if the problem persists, ask your administrator.',
  account_unknown:
    'No account here is linked to you. Sign in with your password and link it in Settings, or ask your administrator for an account.',
  account_blocked: 'Your account here is blocked or deleted. Ask your administrator.',
  email_taken:
    'An account with your email exists already. Sign in to it with its password, and link this way to sign in in Settings.',
  profile_incomplete:
    'The identity provider did not send your email address, so no account could be created. Ask your administrator.',
  linked_elsewhere: 'Your sign-in is already linked to another account here. Unlink it there first.',
  last_administrator:
    'With your groups, nobody would be left who can manage users and roles. Ask another administrator.',
} as const

export type SignOnFault = keyof typeof signOnFaults

export const pkceExchange = defineCall({
  area,
  method: 'POST',
  path: '/auth/pkce/exchange',
  summary: 'Exchange the code of a single sign-on for tokens',
  description:
    'A code works once and for 60 seconds, only with the verifier of its challenge, the redirect of its start, and the cookie of the browser that started.',
  access: 'public',
  body: z.strictObject({
    code: z.string().max(256),
    code_verifier: z.string().max(256),
    redirect_uri: z.string().max(500),
  }),
  result: tokenPairSchema.extend({ expires_in: z.int().describe('Seconds until the access token expires') }),
  problems: ['code_invalid'],
})

export const profile = defineCall({
  area,
  method: 'GET',
  path: '/api/profile',
  summary: 'The profile of the signed-in user, as identity providers give it',
  access: 'signed-in',
  result: userSchema,
})

/** What the token endpoint answers (RFC 6749, 5.1). */
export const tokenAnswerSchema = tokenPairSchema.extend({ token_type: z.literal('Bearer'), expires_in: z.int() })
