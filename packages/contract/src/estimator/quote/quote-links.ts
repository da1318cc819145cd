import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { emailSchema } from '../../engine/email.ts'
import { attachedTypes } from '../../engine/file-calls.ts'
import { isLanguage, plain } from '../../engine/text-schemas.ts'
import { machineOfQuoteSchema } from '../../orders/machine-origin.ts'
import {
  pricedQuoteSchema,
  quoteAcceptanceSchema,
  quoteFileDescription,
  quoteFileQuery,
  quoteQuestionSchema,
  quoteStates,
} from './public-quotes.ts'
import { quoteChoicesSchema, quoteContentSchema } from './quote-content.ts'

const area = 'Estimator'
const params = z.object({ id: z.uuid() })
const path = '/v1/estimator/projects/{id}/quote-links'

export const quoteLinkSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  validUntil: z.iso.date(),
  state: z.enum(quoteStates),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  withdrawnAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime().nullable().describe('For the first time'),
  openCount: z.int(),
  hasAccepted: z
    .boolean()
    .describe('Whether the quote was accepted by this link; of several, `accepted` is the state of all'),
})
export type QuoteLink = z.infer<typeof quoteLinkSchema>

export const quoteEventKinds = [
  'sent',
  'opened',
  'repriced',
  'question',
  'answer',
  'accepted',
  'declined',
  'withdrawn',
] as const

export const quoteEventSchema = z.object({
  kind: z.enum(quoteEventKinds),
  at: z.iso.datetime(),
  recipientName: z.string().describe('Of the link'),
  address: z.string().nullable(),
  sha256: z.string().describe('Of what was shown'),
  note: z.string().nullable().describe('The reason of a refusal, who has signed, or what was asked'),
})
export type QuoteEvent = z.infer<typeof quoteEventSchema>

export const projectQuotesSchema = z.object({
  links: z.array(quoteLinkSchema).describe('Newest first'),
  events: z.array(quoteEventSchema).describe('Newest first, the last 200'),
  questions: z.array(quoteQuestionSchema).describe('Oldest first'),
  acceptance: quoteAcceptanceSchema
    .extend({
      version: z.int(),
      choices: quoteChoicesSchema,
      total: z.string(),
      currency: z.string(),
      sha256: z.string(),
    })
    .nullable(),
  machines: z.array(machineOfQuoteSchema).describe('Those that were ordered with it'),
})
export type ProjectQuotes = z.infer<typeof projectQuotesSchema>

export const listQuoteLinks = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'To whom a project was sent, and what became of it',
  access: 'project.read',
  params,
  result: projectQuotesSchema,
})

export const previewQuote = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/projects/{id}/quote-preview',
  summary: 'A project as its customer sees it',
  description: 'As it was sent, or as it would be sent now. It does not count as opening a link and notifies nobody.',
  access: 'project.read',
  params,
  result: z.object({ content: quoteContentSchema }).and(pricedQuoteSchema),
  problems: ['not_found', 'invalid_request'],
})

export const previewQuoteFile = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/projects/{id}/quote-preview/files/{fileId}',
  summary: 'A file that goes with it',
  description: quoteFileDescription,
  access: 'project.read',
  params: params.extend({ fileId: z.uuid() }),
  query: quoteFileQuery,
  answer: 'file',
  types: attachedTypes,
  sends: ['ETag', 'Content-Disposition'],
  problems: ['not_found', 'invalid_request', 'media_type_unsupported', 'unavailable'],
})

export const createQuoteLink = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Send a project to a customer',
  description:
    'An approved project is sent by it: a version is made and mailed as a link. The link is shown once; only its hash is stored. It ends with the last valid day of the project, in the time of its location.',
  access: 'project.send',
  params,
  body: z.strictObject({
    recipientName: plain(200, false),
    recipientEmail: emailSchema(),
    language: z
      .string()
      .max(35)
      .refine(isLanguage, 'must be a language tag such as en')
      .meta({ examples: ['en'] })
      .optional(),
  }),
  result: z.object({
    link: quoteLinkSchema,
    address: z.string().describe('With the secret of the link'),
    isMailed: z
      .boolean()
      .describe('Whether a mail server takes the mail; without one the link has to be given to the recipient'),
  }),
  status: 201,
  problems: ['not_found', 'transition_not_allowed', 'invalid_request'],
})

export const withdrawQuoteLink = defineCall({
  area,
  method: 'POST',
  path: `${path}/{linkId}/withdraw`,
  summary: 'Withdraw a link',
  access: 'project.send',
  params: params.extend({ linkId: z.uuid() }),
  result: projectQuotesSchema,
  problems: ['not_found', 'not_usable'],
})

export const answerQuoteQuestion = defineCall({
  area,
  method: 'POST',
  path: '/v1/estimator/projects/{id}/quote-questions/{questionId}/answer',
  summary: 'Answer a question about a quote',
  description: 'Whoever has asked gets a mail.',
  access: 'project.update',
  params: params.extend({ questionId: z.uuid() }),
  body: z.strictObject({ answer: plain(4_000, true) }),
  result: projectQuotesSchema,
  problems: ['not_found', 'not_usable'],
})

const myQuoteSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  state: z.enum(quoteStates),
  currency: z.string(),
  total: z.string(),
  validUntil: z.iso.date(),
  sentAt: z.iso.datetime(),
})

export const myQuotes = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/my-quotes',
  summary: 'The quotes that the own company was sent',
  access: 'customer.access',
  result: z.object({ items: z.array(myQuoteSchema).describe('Newest first, the last 200') }),
})

export const myQuote = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/my-quotes/{id}',
  summary: 'One of them as it was sent',
  access: 'customer.access',
  params,
  result: z
    .object({
      state: z.enum(quoteStates),
      content: quoteContentSchema,
      machines: z.array(machineOfQuoteSchema).describe('Those that were ordered with it'),
    })
    .and(pricedQuoteSchema),
  problems: ['not_found'],
})

export const myQuoteFile = defineCall({
  area,
  method: 'GET',
  path: '/v1/estimator/my-quotes/{id}/files/{fileId}',
  summary: 'A file that goes with one of them',
  description: quoteFileDescription,
  access: 'customer.access',
  params: params.extend({ fileId: z.uuid() }),
  query: quoteFileQuery,
  answer: 'file',
  types: attachedTypes,
  sends: ['ETag', 'Content-Disposition'],
  problems: ['not_found', 'media_type_unsupported', 'unavailable'],
})
