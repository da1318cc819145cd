import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { dayUnder, plain } from '../../engine/text-schemas.ts'

/** Most items of one update, and most differences that are answered. */
export const MAX_UPDATED_ITEMS = 2_000
export const MAX_SHOWN_CHANGES = 200

/** What new prices are rounded to. */
export const roundingSteps = ['0.01', '0.05', '0.1', '0.5', '1', '5', '10', '50', '100'] as const
export type RoundingStep = (typeof roundingSteps)[number]

const ids = z.array(z.uuid()).min(1).max(200)

/** The items whose prices change: those that all of this is true of. Empty: all of them. */
export const updatedItemsSchema = z.strictObject({
  id: ids.optional().describe('Some items alone'),
  search: plain(200, false).optional(),
  categoryId: ids.optional().describe('With those below them'),
  supplierId: ids.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR')
    .meta({ examples: ['EUR'] })
    .optional(),
  active: z.boolean().optional(),
})
export type UpdatedItems = z.infer<typeof updatedItemsSchema>

const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percent'),
    value: z
      .string()
      .regex(/^-?\d{1,3}(\.\d{1,4})?$/, 'must be a number such as 2.5 or -10, with at most 4 decimals')
      .meta({ examples: ['2.5'] }),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    value: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'must be a number such as 12.50, with at most 6 decimals'),
  }),
])
export type PriceChange = z.infer<typeof changeSchema>

const difference = z.object({ from: z.string(), to: z.string() }).nullable()

export const changedItemSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  description: z.string(),
  currency: z.string(),
  price: difference.describe('Null where it stays'),
  cost: difference,
})
export type ChangedItem = z.infer<typeof changedItemSchema>

export const updatePrices = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/item-masters/price-update',
  summary: 'Change the prices of many items',
  description:
    'Of at most 2,000 items, by percent or an amount, from a day on. With `dryRun` nothing is changed and the differences are answered. Costs need the permission to see them.',
  access: 'itemMaster.update',
  body: z
    .strictObject({
      items: updatedItemsSchema,
      of: z
        .array(z.enum(['price', 'cost']))
        .min(1)
        .max(2),
      change: changeSchema,
      roundTo: z.enum(roundingSteps).default('0.01'),
      effectiveFrom: dayUnder('must be a day such as 2026-11-23'),
      dryRun: z.boolean().default(false),
    })
    .refine(({ of }) => new Set(of).size === of.length, { path: ['of'], message: 'must name each once' }),
  result: z.object({
    id: z.uuid().nullable().describe('By which it can be taken back; null for a dry run and where nothing changes'),
    changed: z.int(),
    unchanged: z.int().describe('Items without a price, and those that the rounding leaves as they are'),
    changes: z.array(changedItemSchema).describe('The first 200, by code'),
  }),
})

export const takeBackPrices = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/item-masters/price-update/{id}/take-back',
  summary: 'Take an update of many prices back',
  description: 'Possible on its first day at the latest, and as long as none of its items has got another price since.',
  access: 'itemMaster.update',
  params: z.object({ id: z.uuid() }),
  result: z.object({ changed: z.int() }),
  problems: ['not_usable'],
})
