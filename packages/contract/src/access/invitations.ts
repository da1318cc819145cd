import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { users } from './users.ts'

const area = 'Access'

/** The secret of a link in a mail, as it is in its address. */
export const linkToken = z.string().max(256).describe('From the address of the link, `phl_…`')

/** A password to be. Its rules are the server's, so that there is one place for them; nothing is cut off its ends. */
export const newPassword = z
  .string()
  .max(1024)
  .describe('At least 15 characters, 8 where a second factor is on; not one of the common ones')

export const sendInvitation = defineCall({
  area,
  method: 'POST',
  path: '/v1/users/{id}/send-invitation',
  summary: 'Send somebody a link with which to set a first password',
  description: 'It is valid for 7 days. Sending another one replaces it.',
  access: 'user.update',
  stepUp: true,
  params: z.object({ id: z.uuid() }),
})

export const verifyInvitation = defineCall({
  area,
  method: 'GET',
  path: '/v1/invitations/verify/{token}',
  summary: 'Whom an invitation is for, while it is valid',
  access: 'public',
  params: z.object({ token: linkToken }),
  result: z.object({ email: z.string(), expiresAt: z.iso.datetime() }),
  problems: ['link_invalid'],
})

export const acceptInvitation = defineCall({
  area,
  method: 'POST',
  path: '/v1/invitations/set-password',
  summary: 'Set the first password with an invitation',
  description:
    'It does not sign in: the login stays the only way to a session, with its second factor and its binding to the browser.',
  access: 'public',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  problems: ['link_invalid', 'unavailable'],
})

export const register = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/register',
  summary: 'Ask for an account of the own, where the installation allows it',
  description:
    'Only with REGISTRATION=on; otherwise the path does not exist. The account may do nothing until staff say what, and is used once the link in the mail has set its password. A known email is answered alike.',
  access: 'public',
  body: z.strictObject({
    email: users.fields.email.schema,
    first_name: users.fields.first_name.schema,
    last_name: users.fields.last_name.schema,
  }),
})
