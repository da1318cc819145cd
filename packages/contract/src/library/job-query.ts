import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { type PageQuery, pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { dayUnder, plain } from '../engine/text-schemas.ts'
import { evidenceKinds } from './compatibility-answers.ts'

export const jobVerdicts = ['fits', 'fitsIf', 'unknown', 'doesNotFit'] as const
export type JobVerdict = (typeof jobVerdicts)[number]

/** What is asked of a machine, in the order in which reasons come. */
export const jobChecks = [
  'lifecycle',
  'answer',
  'length',
  'width',
  'height',
  'speed',
  'material',
  'voltage',
  'phases',
  'washDown',
  'options',
  'tooling',
  'budget',
  'date',
] as const
export type JobCheck = (typeof jobChecks)[number]

/** fitsIf, unknown or doesNotFit of one check; checks that are met are not listed. */
export const jobReasonSchema = z.object({
  check: z.enum(jobChecks),
  verdict: z.enum(['fitsIf', 'unknown', 'doesNotFit']),
  wanted: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('In mm, per min, V, days or the currency; a day for the date'),
  limit: z.union([z.string(), z.number()]).nullable().describe('What the machine has; null where it is not known'),
  by: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('How far off, always positive, in the unit of the figure; for the date in days'),
  side: z.enum(['over', 'under']).nullable().describe('Whether what is wanted is over or under the limit'),
})
export type JobReason = z.infer<typeof jobReasonSchema>

export const jobRemedySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('option'),
    checks: z.array(z.enum(jobChecks)).describe('What it makes fit'),
    optionId: z.uuid(),
    name: z.string(),
    price: z.string().nullable(),
    leadDays: z.int().nullable(),
  }),
  z.object({ kind: z.literal('tooling'), price: z.string() }),
  z.object({ kind: z.literal('lowerSpeed'), speed: z.number().describe('Most that the machine reaches, per min') }),
  z.object({ kind: z.literal('higherSpeed'), speed: z.number().describe('The slowest that it runs, per min') }),
  z.object({ kind: z.literal('machines'), count: z.int().describe('So many of them reach the output together') }),
  z.object({ kind: z.literal('laterDate'), date: z.iso.date() }),
  z.object({ kind: z.literal('higherBudget'), amount: z.string() }),
])
export type JobRemedy = z.infer<typeof jobRemedySchema>

export const jobMachineSchema = z.object({
  machine: z.object({ id: z.uuid(), model: z.string(), name: z.string(), typeId: z.uuid() }),
  verdict: z.enum(jobVerdicts),
  reasons: z.array(jobReasonSchema),
  remedies: z.array(jobRemedySchema).describe('What would make it fit, as far as something does'),
  isTurned: z.boolean().describe('Length and width are swapped'),
  speedMin: z.number().nullable(),
  speedMax: z.number().nullable(),
  evidence: z.enum(evidenceKinds).nullable(),
  isStale: z.boolean().describe('The evidence is older than it may be'),
  cellId: z.uuid().nullable().describe('The answer in the matrix'),
  priceFrom: z
    .string()
    .nullable()
    .describe('Of the machine with the options and tooling that it needs; null where one is not known'),
  currency: z.string().nullable(),
  leadDays: z.int().nullable().describe('Of the machine with the options that it needs'),
  deliveredOn: z.iso.date().nullable().describe('If ordered today'),
})
export type JobMachine = z.infer<typeof jobMachineSchema>

const size = z
  .number('must be a number of millimetres')
  .min(0.1, 'must be from 0.1 to 100000')
  .max(100_000, 'must be from 0.1 to 100000')
const speed = z
  .number('must be a number per minute')
  .min(0.01, 'must be from 0.01 to 100000')
  .max(100_000, 'must be from 0.01 to 100000')
const optional = <S extends z.ZodType>(schema: S, words: string) => schema.nullable().default(null).describe(words)

export const packingJobSchema = z
  .strictObject({
    styleId: z.uuid('must be the id of a packaging style').toLowerCase(),
    length: optional(size, 'Inside length in mm'),
    width: optional(size, 'Inside width in mm'),
    height: optional(size, 'Inside height in mm'),
    outputPerMinute: optional(speed, 'What has to be made'),
    peakPerMinute: optional(
      speed,
      'What the machine should reach to make up for stops; one that does not fits at a lower speed',
    ),
    material: optional(plain(100, false), 'Code of a packaging material'),
    voltage: optional(z.int().min(1).max(100_000), 'Of the site, in V'),
    phases: optional(z.int().min(1).max(3), 'Of the site'),
    washDown: z.boolean().default(false).describe('Whether it is cleaned with jets of water: IPx5 and better'),
    budget: optional(
      z
        .string()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, 'must be an amount with at most 4 decimals, not negative')
        .meta({ examples: ['125000'] }),
      'Most that it may cost',
    ),
    currency: optional(
      z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR')
        .meta({ examples: ['EUR'] }),
      'Of the budget',
    ),
    date: optional(dayUnder('must be a day such as 2027-03-31'), 'The last day of delivery'),
    sort: z.enum(['match', 'price', 'leadTime']).default('match').describe('Within each verdict'),
  })
  .refine(({ budget, currency }) => budget === null || currency !== null, {
    path: ['currency'],
    message: 'must be given with a budget',
  })
  .refine(({ outputPerMinute, peakPerMinute }) => peakPerMinute === null || peakPerMinute >= (outputPerMinute ?? 0), {
    path: ['peakPerMinute'],
    message: 'must not be less than the output',
  })
export type PackingJob = z.infer<typeof packingJobSchema>
export type PackingJobPage = PageQuery & { verdict?: JobVerdict | undefined }

export const configureJob = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/configure',
  summary: 'Which library machines do a job, with the reasons',
  description:
    'Every machine that is not a draft: what fits first, then what fits under conditions, what is unknown and what does not fit. Unknown is never no. ' +
    'Changes nothing.',
  access: 'compatibility.read',
  query: pageQuerySchema({ verdict: z.enum(jobVerdicts).optional().describe('Only machines of this verdict') }),
  body: packingJobSchema,
  result: pageOf(jobMachineSchema).extend({
    counts: z.record(z.enum(jobVerdicts), z.int()).describe('Of all machines, whatever the page'),
  }),
})
