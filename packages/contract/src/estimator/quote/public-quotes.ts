import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { attachedTypes } from '../../engine/file-calls.ts'
import { plain } from '../../engine/text-schemas.ts'
import { signatureDrawingSchema } from '../../service/service-signatures.ts'
import { quotePriceSchema } from './price-quote.ts'
import { quoteChoicesSchema, quoteContentSchema } from './quote-content.ts'

/** Behind the token of a link: what the same person was sent of the newest revision. */
export const NEWER_REVISION = '.newer'

/** 256 random bits in the letters of base64url. */
const params = z.object({
  token: z.string().max(64).describe('From the address of the link; with `.newer` behind it, of the newest revision'),
})

export const quoteStates = ['open', 'withdrawn', 'newer', 'ended', 'accepted', 'declined'] as const
export type QuoteState = (typeof quoteStates)[number]

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits')
  .describe('Of the quote and the choices as they are shown')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })

/** A quote with choices: what is shown, what it costs, and the hash of both. */
export const pricedQuoteSchema = z.object({ choices: quoteChoicesSchema, price: quotePriceSchema, sha256 })
export type PricedQuote = z.infer<typeof pricedQuoteSchema>

export const quoteQuestionSchema = z.object({
  id: z.uuid(),
  section: z.string().nullable(),
  name: z.string(),
  question: z.string(),
  askedAt: z.iso.datetime(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
})
export type QuoteQuestion = z.infer<typeof quoteQuestionSchema>

export const quoteAcceptanceSchema = z.object({
  name: z.string(),
  position: z.string().nullable(),
  orderNumber: z.string().nullable(),
  drawing: signatureDrawingSchema.nullable().describe('Null where the name was typed'),
  acceptedAt: z.iso.datetime(),
})
export type QuoteAcceptance = z.infer<typeof quoteAcceptanceSchema>

/** What a link leads to. One that was withdrawn shows nothing. */
export const publicQuoteSchema = z.object({
  state: z.enum(quoteStates),
  maker: z.string(),
  hasNewer: z
    .boolean()
    .describe('Whether the reader was sent a newer revision, which the token with `.newer` leads to'),
  quote: z
    .object({
      content: quoteContentSchema,
      recipient: z.string(),
      sentAt: z.iso.datetime(),
      questions: z.array(quoteQuestionSchema).describe('Oldest first'),
      acceptance: quoteAcceptanceSchema.nullable(),
    })
    .and(pricedQuoteSchema)
    .nullable(),
})
export type PublicQuote = z.infer<typeof publicQuoteSchema>

/** How a file that goes with a quote is wanted. */
export const quoteFileQuery = z.strictObject({
  size: z.enum(['small', 'medium', 'large']).optional().describe('Of a picture: redrawn as WebP, to be shown in place'),
})
export const quoteFileDescription =
  'As it was when the quote was sent, as a download; with `size` a picture that is shown in place. `ETag` is its SHA-256, with the size.'

const call = { area: 'Estimator', access: 'public', params } as const
const path = '/v1/quotes/{token}'

export const publicQuote = defineCall({
  ...call,
  method: 'GET',
  path,
  summary: 'The quote of a link',
  result: publicQuoteSchema,
  problems: ['link_invalid'],
})

export const repriceQuote = defineCall({
  ...call,
  method: 'POST',
  path: `${path}/reprice`,
  summary: 'What a quote costs with choices',
  body: quoteChoicesSchema,
  result: pricedQuoteSchema,
  problems: ['link_invalid', 'not_usable'],
})

export const askAboutQuote = defineCall({
  ...call,
  method: 'POST',
  path: `${path}/questions`,
  summary: 'Ask about a quote',
  description: 'Whoever looks after the quote gets a mail. The answer shows beside the quote.',
  body: z.strictObject({
    question: plain(2_000, true),
    section: plain(100, false).nullable().default(null),
    name: plain(200, false).nullable().default(null).describe('Default: whom the link was sent to'),
  }),
  result: z.object({ questions: z.array(quoteQuestionSchema) }),
  status: 201,
  problems: ['link_invalid', 'not_usable'],
})

export const quotePdf = defineCall({
  ...call,
  method: 'GET',
  path: `${path}/pdf`,
  summary: 'The quote of a link as a PDF',
  description: 'Once it is accepted, the order confirmation.',
  answer: 'file',
  types: ['application/pdf'],
  sends: ['Content-Disposition'],
  problems: ['link_invalid', 'not_usable', 'template_missing'],
})

export const quoteFile = defineCall({
  ...call,
  method: 'GET',
  path: `${path}/files/{fileId}`,
  summary: 'A file that goes with a quote',
  description: quoteFileDescription,
  params: params.extend({ fileId: z.uuid() }),
  query: quoteFileQuery,
  answer: 'file',
  types: attachedTypes,
  sends: ['ETag', 'Content-Disposition'],
  problems: ['link_invalid', 'not_usable', 'not_found', 'media_type_unsupported', 'unavailable'],
})

export const acceptQuote = defineCall({
  ...call,
  method: 'POST',
  path: `${path}/accept`,
  summary: 'Accept a quote and sign it',
  description:
    'Of several acceptances at once one counts; the others are answered `duplicate`. What is accepted is what was shown: where that differs, it is refused as `stale`.',
  body: z.strictObject({
    name: plain(200, false),
    position: plain(200, false).nullable().default(null),
    orderNumber: plain(100, false).nullable().default(null),
    drawing: signatureDrawingSchema.nullable().default(null).describe('Without one, the typed name is the signature'),
    mayOrder: z.literal(true).describe('Whoever signs says that they may'),
    choices: quoteChoicesSchema,
    sha256,
  }),
  result: publicQuoteSchema,
  problems: ['link_invalid', 'not_usable', 'duplicate', 'stale'],
})

export const declineQuote = defineCall({
  ...call,
  method: 'POST',
  path: `${path}/decline`,
  summary: 'Decline a quote',
  body: z.strictObject({ reason: plain(2_000, true).nullable().default(null) }),
  result: publicQuoteSchema,
  problems: ['link_invalid', 'not_usable'],
})
