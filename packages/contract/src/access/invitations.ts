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

/** The most people that one call invites. */
export const MAX_INVITATIONS = 50

/** What became of one address. `refused`: the caller may not give these roles. */
export const invitationOutcomes = ['invited', 'exists', 'invalid', 'refused'] as const

export const invitationResultSchema = z.object({
  email: z.string().describe('As it was sent'),
  outcome: z.enum(invitationOutcomes),
  userId: z.uuid().nullable().describe('The user who was invited, or who has the address already'),
  deleted: z.boolean().describe('Whether the user who has the address is deleted, and can be restored'),
  link: z.string().nullable().describe('To hand over; only where no mail server is set up'),
  reason: z.string().nullable().describe('Why nobody was invited'),
})

export type InvitationResult = z.infer<typeof invitationResultSchema>

export const invitePeople = defineCall({
  area,
  method: 'POST',
  path: '/v1/invitations',
  summary: 'Create users with the same roles and invite them',
  description:
    'Every address gets a result of its own. Who is a user already stays as they are. Callers can grant only roles whose permissions they have themselves, and that are available to these people.',
  access: 'user.create',
  stepUp: true,
  body: z.strictObject({
    people: z
      .array(
        z.strictObject({
          email: z
            .string()
            .max(320)
            .meta({ examples: ['ada@packhouse.example'] }),
          first_name: users.fields.first_name.schema,
          last_name: users.fields.last_name.schema,
        }),
      )
      .min(1)
      .max(MAX_INVITATIONS),
    customerId: z.uuid().nullable().optional().describe('Whose people they are; absent or null: staff'),
    roleIds: z.array(z.uuid()).max(50).optional(),
  }),
  result: z.object({
    sent: z.boolean().describe('Whether mails leave the installation; otherwise each result has a link to hand over'),
    results: z.array(invitationResultSchema),
  }),
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
