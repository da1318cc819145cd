import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'

/** `kept`: there is no mail server, so the mail can only be read here. */
export const mailStates = ['kept', 'waiting', 'sent', 'failed'] as const

/** Whether a mail can be sent again, or why not. */
export const mailResends = ['possible', 'waiting', 'noServer', 'linkEnded', 'fileGone'] as const
export type MailResend = (typeof mailResends)[number]

/** A mail of the product, as staff see it. */
export const mailSchema = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable().describe('Whom it is for; null where the user is gone'),
  recipient: z.string(),
  subject: z.string(),
  text: z.string().describe('Without its link, which is a secret'),
  link: z
    .string()
    .nullable()
    .describe('Only while no mail server is configured, and only of people who may do no more than the reader'),
  attachment: z.string().nullable().describe('The name of the file that it carries, or carried'),
  state: z.enum(mailStates),
  attempts: z.int(),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  resend: z
    .enum(mailResends)
    .describe(
      '`linkEnded`: its link is of no use any more, a new one has to be made; `fileGone`: its attachment is not stored any more',
    ),
})

export const listMails = defineCall({
  area: 'Access',
  method: 'GET',
  path: '/v1/mails',
  summary: 'The mails of the product, newest first, and what became of them',
  access: 'mail.read',
  query: pageQuerySchema({
    search: z.string().trim().max(200).optional().describe('Found in the recipient and the subject'),
    state: z.enum(mailStates).optional(),
  }),
  result: pageOf(mailSchema),
})

export const sendMailAgain = defineCall({
  area: 'Access',
  method: 'POST',
  path: '/v1/mails/{id}/send-again',
  summary: 'Send a mail again',
  description:
    'It waits to be sent then, with as many attempts as at first. `resend` of the mail says whether it can be sent again.',
  access: 'mail.send',
  params: z.object({ id: z.uuid() }),
  problems: ['not_found', 'not_usable'],
})
