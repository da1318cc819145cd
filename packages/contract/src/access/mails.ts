import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'

/** `kept`: there is no mail server, so the mail can only be read here. */
export const mailStates = ['kept', 'waiting', 'sent', 'failed'] as const

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
})

export const listMails = defineCall({
  area: 'Access',
  method: 'GET',
  path: '/v1/mails',
  summary: 'The mails of the product, newest first, and what became of them',
  access: 'mail.read',
  query: pageQuerySchema(),
  result: pageOf(mailSchema),
})
