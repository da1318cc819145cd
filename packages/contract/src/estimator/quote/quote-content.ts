import { z } from 'zod'
import { incoterms } from '../../customers/suppliers.ts'
import { dataSheetSchema } from '../../data-act/data-sheet.ts'
import { acceptanceCriterionSchema } from '../projects/acceptance-criteria.ts'
import { commissioningKinds } from '../projects/project-commissioning.ts'
import { mediaKinds } from '../projects/project-media.ts'
import { taxCategories } from '../projects/project-states.ts'

/** A quote has sheets of so many models, in the order of its lines. */
export const MOST_DATA_SHEETS = 20

const decimal = z.string().describe('A decimal number')
const day = z.iso.date().nullable()

const soldSchema = z.object({
  id: z.uuid(),
  description: z.string(),
  unit: z.string(),
  quantity: decimal,
  unitPrice: decimal,
  discountPercent: decimal,
})

const lineSchema = soldSchema.extend({
  section: z.string(),
  options: z.array(z.string()).describe('Names of the options of a configured machine'),
  promisedSpeed: z
    .object({
      figure: z.number().describe('Cycles per minute'),
      style: z.string().nullable().describe('Packaging style'),
    })
    .nullable()
    .optional()
    .describe('Null where none is promised; absent in quotes of before, which did not show it'),
})

const quoteItemSchema = lineSchema.extend({
  alternatives: z.array(lineSchema).describe('Each may be chosen in its place'),
})

const quoteExtraSchema = soldSchema.extend({
  selected: z.boolean(),
  recommended: z.boolean(),
  selectable: z.boolean().describe('Whether the customer may choose it'),
  onlyWithItem: z.uuid().nullable(),
  onlyWithExtra: z.uuid().nullable(),
})

const quoteCriterionSchema = acceptanceCriterionSchema.extend({
  itemId: z.uuid().optional().describe('The item or alternative whose machines have to show it; absent: every machine'),
})

/**
 * What a customer sees of a version of a project. Nothing else of it reaches a customer: what is not here (costs, margins, notes) is in no page, PDF,
 * mail or event either.
 */
export const quoteContentSchema = z.object({
  number: z.string().describe('With its revision, such as Q-2026-00042-R2'),
  version: z.int(),
  title: z.string(),
  customer: z.string(),
  address: z.array(z.string()).describe('Of the customer, one line each'),
  contact: z.string().describe('Who looks after the quote'),
  currency: z.string(),
  minorUnits: z.int(),
  ownCurrency: z
    .object({ currency: z.string(), rate: decimal, validOn: z.iso.date(), source: z.string().nullable() })
    .optional()
    .describe('Of the customer, where it is another one: with the rate on the day on which the quote was made'),
  cashStep: z.string().nullable(),
  validUntil: z.iso.date(),
  items: z.array(quoteItemSchema),
  extras: z.array(quoteExtraSchema),
  deliveries: z.array(
    z.object({
      id: z.uuid(),
      incoterm: z.enum(incoterms),
      namedPlace: z.string(),
      fromPlace: z.string().nullable(),
      toPlace: z.string().nullable(),
      shipsOn: day,
      arrivesOn: day,
      packages: z.int().nullable(),
      price: decimal,
    }),
  ),
  commissioning: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(commissioningKinds),
      description: z.string(),
      startsOn: day,
      days: decimal,
      engineers: z.int(),
      dayRate: decimal,
      travel: decimal,
      accommodation: decimal,
      acceptanceCriteria: z.string().nullable(),
      criteria: z.array(quoteCriterionSchema).default([]).describe('The same in figures'),
    }),
  ),
  discountKind: z.enum(['percent', 'amount']),
  discountValue: decimal,
  taxCategory: z.enum(taxCategories).nullable(),
  taxPercent: decimal,
  roundsToCash: z.boolean(),
  milestones: z.array(z.object({ name: z.string(), percent: decimal })),
  paymentTerms: z.string().nullable(),
  terms: z.string().nullable(),
  media: z
    .array(
      z.object({
        id: z.uuid().describe('Of the file'),
        kind: z.enum(mediaKinds),
        caption: z.string(),
        name: z.string(),
        sha256: z.string(),
      }),
    )
    .default([])
    .describe('Files that go with the quote, in their order'),
  dataSheets: z
    .array(dataSheetSchema)
    .max(MOST_DATA_SHEETS)
    .optional()
    .describe('Which data machines of the quote make, by model (Regulation (EU) 2023/2854, Article 3(2))'),
})
export type QuoteContent = z.infer<typeof quoteContentSchema>

/** The first line of what an item or an alternative of a quote is. */
export function itemName({ items }: Pick<QuoteContent, 'items'>, itemId: string): string | undefined {
  const all = items.flatMap(({ alternatives, ...item }) => [item, ...alternatives])
  return all.find(({ id }) => id === itemId)?.description.split('\n', 1)[0]
}

/** Most choices of one kind; a project has no more lines. */
const MAX_CHOICES = 2_000

/** What a customer has chosen. */
export const quoteChoicesSchema = z.strictObject({
  alternatives: z.array(z.uuid()).max(MAX_CHOICES).describe('Lines that are taken in the place of others'),
  extras: z.array(z.uuid()).max(MAX_CHOICES).describe('Extras that are taken, of those that may be chosen'),
})
export type QuoteChoices = z.infer<typeof quoteChoicesSchema>
