import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { emailSchema } from '../engine/email.ts'
import { momentSchema, plain } from '../engine/text-schemas.ts'
import { machineIDSchema } from '../monitoring/record.ts'

/** So many partners of a customer may have access at a time. */
export const MOST_PARTNERS = 20
/** So many machines may be given at once. */
export const MOST_PARTNER_MACHINES = 50
/** For so many days at most; then it is given anew. */
export const MOST_PARTNER_DAYS = 731
/** So many accesses are listed, those that work first. */
export const PARTNERS_SHOWN = 100
/** Requests are listed for so many days. */
export const PARTNER_USE_DAYS = 30

/** So many agreements are shown. */
export const AGREEMENTS_SHOWN = 20

/** `paused`: whoever gave it may not give it any more. */
export const partnerStatuses = ['active', 'paused', 'expired', 'ended'] as const
export type PartnerStatus = (typeof partnerStatuses)[number]

const area = 'Data Act'

export const partnerAccessSchema = z.object({
  id: z.uuid(),
  partner: z.string(),
  contact: z.string().describe('Address of whom to write to'),
  purpose: z.string(),
  status: z.enum(partnerStatuses),
  prefix: z.string().nullable().describe('Beginning and end of its key; null where the key was deleted'),
  machines: z.array(
    z.object({
      machineID: machineIDSchema,
      removedAt: z.iso.datetime().nullable().describe('When it went to another customer or was deleted'),
    }),
  ),
  givenAt: z.iso.datetime(),
  givenBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('Accurate to the minute'),
  use: z
    .array(z.object({ day: z.iso.date(), requests: z.int() }))
    .describe(`Days of UTC with requests, the newest first, of the last ${PARTNER_USE_DAYS} days`),
})
export type PartnerAccess = z.infer<typeof partnerAccessSchema>

export const partnerReadSchema = z.object({
  day: z.iso.date().describe('Of UTC'),
  machineID: machineIDSchema,
  requests: z.int().describe('That were answered with data of this machine'),
})
export type PartnerRead = z.infer<typeof partnerReadSchema>

/** Which machines an access has read, for both sides. */
export const partnerReadsSchema = z.object({
  reads: z
    .array(partnerReadSchema)
    .describe(
      `The newest day first, of the last ${PARTNER_USE_DAYS} days; of another process of the product within ten seconds`,
    ),
})

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

export const agreedUseSchema = z.object({
  id: z.uuid(),
  version: z.string(),
  agreedOn: z.iso.date(),
  endedOn: z.iso.date().nullable(),
  purposes: z.string(),
  text: z.string().nullable(),
  sha256: sha256Schema.describe(
    'Of version, purposes, text and the days from and until which it holds: what an answer is about',
  ),
  answer: z
    .object({
      accepted: z.boolean(),
      isCurrent: z.boolean().describe('False where the words were changed afterwards: they are not accepted then'),
      answeredAt: z.iso.datetime(),
      answeredBy: z.string().nullable(),
    })
    .nullable()
    .describe('The newest answer of the customer; null without one'),
})
export type AgreedUse = z.infer<typeof agreedUseSchema>

export const partnerAccesses = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner-access',
  summary: 'Which partners of a customer may read data of machines, and when they did',
  description: `Those that work first, then the newest; ${PARTNERS_SHOWN} at most. Staff name the customer and need to see it; users of a customer see those of their own.`,
  access: 'partnerAccess.read',
  query: z.strictObject({ customerId: z.uuid().toLowerCase().optional().describe('For staff: whose partners') }),
  result: z.object({
    accesses: z.array(partnerAccessSchema),
    agreements: z
      .array(agreedUseSchema)
      .describe(
        `What the customer has agreed that the maker may use the data for, the newest first; ${AGREEMENTS_SHOWN} at most`,
      ),
    hasDeclined: z
      .boolean()
      .describe(
        'Whether the customer has declined an agreement and has accepted none since: figures about models and across customers leave its machines out',
      ),
  }),
  problems: ['not_found'],
})

export const partnerReads = defineCall({
  area,
  method: 'GET',
  path: '/v1/partner-access/{id}/reads',
  summary: 'Which machines a partner has read on which days, and how often',
  description: 'Staff need to see the customer. The partner reads the same with its key.',
  access: 'partnerAccess.read',
  params: z.object({ id: z.uuid() }),
  result: partnerReadsSchema,
  problems: ['not_found'],
})

export const givePartnerAccess = defineCall({
  area,
  method: 'POST',
  path: '/v1/partner-access',
  summary: 'Let a partner read live values and history of some machines until a date',
  description: `Only for people of a customer, and only for its own machines. The key is in this answer and nowhere else. At most ${MOST_PARTNERS} partners of a customer have access at a time.`,
  access: 'partnerAccess.give',
  stepUp: true,
  body: z.strictObject({
    partner: plain(200, false).meta({ examples: ['Havbris Analytics AS'] }),
    contact: emailSchema().meta({ examples: ['data@havbris.example'] }),
    purpose: plain(500, false).meta({ examples: ['Energy report of line 1'] }),
    machineIDs: z
      .array(machineIDSchema)
      .min(1, 'must not be empty')
      .max(MOST_PARTNER_MACHINES)
      .refine((ids) => new Set(ids).size === ids.length, 'must not name a machine twice'),
    expiresAt: momentSchema.meta({ examples: ['2027-03-31T22:00:00Z'] }),
  }),
  result: z.object({ access: partnerAccessSchema, key: z.string() }),
  status: 201,
  problems: ['not_found', 'not_usable'],
})

export const answerDataUse = defineCall({
  area,
  method: 'POST',
  path: '/v1/partner-access/agreements/{id}/answer',
  summary: 'Accept or decline what the maker may use data for',
  description:
    'Only for people of the customer. Every answer is stored with its time, its author and the words that it is about; the newest one counts. After ' +
    'a no, figures about models and across customers leave the machines of the customer out until it accepts. Figures in data sheets of models use machines ' +
    'of customers who have accepted, and those that are shared for the benchmark.',
  access: 'sharing.decide',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    accepted: z.boolean(),
    sha256: sha256Schema.describe('Of the words that were read'),
  }),
  result: agreedUseSchema,
  problems: ['not_found', 'not_usable'],
})

export const endPartnerAccess = defineCall({
  area,
  method: 'POST',
  path: '/v1/partner-access/{id}/end',
  summary: 'End the access of a partner at once and for good',
  access: 'partnerAccess.give',
  params: z.object({ id: z.uuid() }),
  result: partnerAccessSchema,
  problems: ['not_found'],
})
