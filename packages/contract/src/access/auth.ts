import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Sign-in'

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile: z.object({ photoUrl: z.string().nullable() }),
  customer: z
    .object({ id: z.uuid(), name: z.string() })
    .nullable()
    .describe('The customer whose machines the user sees; null for staff'),
})

export type User = z.infer<typeof userSchema>

export const tokenPairSchema = z.object({
  access_token: z.string().describe('Opaque, `pha_…`, valid for 10 minutes'),
  refresh_token: z.string().describe('Opaque, `phr_…`, used once'),
})

export type TokenPair = z.infer<typeof tokenPairSchema>

export const loginResultSchema = z.union([
  tokenPairSchema,
  z.object({ pending_token: z.string().describe('A second factor is needed') }),
])

export const login = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Sign in with email and password',
  access: 'public',
  // Neither field has a format check: a wrong one is answered exactly like an unknown one.
  body: z.strictObject({ email: z.string().max(320), password: z.string().max(1024) }),
  result: loginResultSchema,
  problems: ['invalid_credentials', 'too_many_attempts', 'unavailable'],
})

export const refresh = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'A refresh token is used once. Using it again after its 10 s grace ends every session that came from the same sign-in.',
  access: 'public',
  body: z.strictObject({ refresh_token: z.string().max(256) }),
  result: tokenPairSchema,
  problems: ['refresh_token_invalid', 'refresh_token_reused'],
})

export const logout = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'Sign out: end the session of the token that is sent',
  access: 'signed-in',
})

export const me = defineCall({
  area,
  method: 'GET',
  path: '/v1/auth/me',
  summary: 'The signed-in user and the permissions',
  access: 'signed-in',
  result: z.object({
    user: userSchema,
    permissions: z.array(z.string()),
    viewing: z
      .object({ by: z.string().describe('The name of the viewer'), endsAt: z.iso.datetime() })
      .nullable()
      .describe('While somebody views as this user'),
    secondFactorRequired: z
      .boolean()
      .describe('A role of the user needs a second factor and none is set up: until then there are no permissions'),
  }),
})

export const myPermissions = defineCall({
  area,
  method: 'GET',
  path: '/v1/auth/me/permissions',
  summary: 'The permissions of the signed-in user',
  access: 'signed-in',
  result: z.object({ permissions: z.array(z.string()) }),
})
