import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { linkToken, newPassword } from './invitations.ts'

const area = 'Access'

export const forgotPassword = defineCall({
  area: 'Sign-in',
  method: 'POST',
  path: '/v1/auth/forgot-password',
  summary: 'Ask for a mail with a link to set a new password',
  description: 'Always 204, at once, whether there is such an account or not. The link is valid for 30 minutes.',
  access: 'public',
  // No format check: a wrong one is answered exactly like an unknown one.
  body: z.strictObject({ email: z.string().max(320) }),
})

export const resetPassword = defineCall({
  area: 'Sign-in',
  method: 'POST',
  path: '/v1/auth/reset-password',
  summary: 'Set a new password with the link of a mail',
  description: 'It ends every session of the user and starts none: the login stays the only way to one.',
  access: 'public',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  problems: ['link_invalid', 'unavailable'],
})

export const setUserPassword = defineCall({
  area,
  method: 'PUT',
  path: '/v1/users/{id}/password',
  summary: 'Set the password of somebody else',
  description: 'It ends every session of the user. Only for people who may do nothing that you may not do yourself.',
  access: 'user.update',
  stepUp: true,
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ password: newPassword }),
  problems: ['unavailable'],
})

export const sendPasswordReset = defineCall({
  area,
  method: 'POST',
  path: '/v1/users/{id}/reset-password',
  summary: 'Send somebody a link to set a new password',
  description: 'It is valid for 30 minutes. The password stays as it is until the link is used.',
  access: 'user.update',
  stepUp: true,
  params: z.object({ id: z.uuid() }),
})
