import { mediaKinds, projectCommissioning, quoteContentSchema } from '@packhouse/contract'
import { z } from 'zod'

const { deliveries, commissioning, ...whole } = quoteContentSchema.pick({
  title: true,
  currency: true,
  deliveries: true,
  commissioning: true,
  discountKind: true,
  discountValue: true,
  taxCategory: true,
  taxPercent: true,
  roundsToCash: true,
  milestones: true,
  paymentTerms: true,
  terms: true,
}).shape
const sold = quoteContentSchema.shape.extras.element.pick({
  id: true,
  description: true,
  unit: true,
  quantity: true,
  unitPrice: true,
  discountPercent: true,
  selected: true,
  recommended: true,
})

export const quotedMediaSchema = z
  .array(
    z.object({
      kind: z.enum(mediaKinds),
      caption: z.string(),
      inQuote: z.boolean(),
      files: z.array(z.object({ id: z.uuid(), name: z.string(), sha256: z.string() })).default([]),
    }),
  )
  .default([])

/** What a quote takes of the snapshot of a version. Whatever is not named here is left out: costs, margins and notes above all. */
export const quotedProjectSchema = z.object({
  ...whole,
  /** Versions of before have none. */
  dataSheet: z.boolean().default(true),
  deliveries,
  commissioning: z.array(
    commissioning.element.extend({ criteria: projectCommissioning.fields.criteria.schema.default([]) }),
  ),
  number: z.string(),
  revision: z.int(),
  customerId: z.uuid(),
  locationId: z.uuid().nullable(),
  ownerId: z.uuid(),
  items: z.array(
    sold.omit({ selected: true, recommended: true }).extend({
      section: z.string(),
      configuration: z.array(z.object({ name: z.string() })),
      alternativeToId: z.uuid().nullable(),
      libraryMachineId: z.uuid().nullable(),
      styleId: z.uuid().nullable().default(null),
      promisedSpeed: z.number().nullable().default(null),
      /** Versions of before have none, and no criteria of lines. */
      lineId: z.string().optional(),
    }),
  ),
  extras: z.array(
    sold.extend({
      customerSelectable: z.boolean(),
      dependsOnItemId: z.uuid().nullable(),
      dependsOnExtraId: z.uuid().nullable(),
    }),
  ),
  media: quotedMediaSchema,
})
export type QuotedProject = z.infer<typeof quotedProjectSchema>
