import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { dayUnder } from '../../engine/text-schemas.ts'
import { itemMasters } from './item-masters.ts'

/** Most entries of the prices of an item that are answered, newest first. */
export const MAX_ITEM_PRICES = 500

const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a number such as 1250.50, with at most 6 decimals')
  .meta({ examples: ['1250.50'] })

/** An entry of the prices of an item. Entries are never changed; of two that apply from the same day the later one counts. */
export const itemPriceSchema = z.object({
  id: z.uuid(),
  effectiveFrom: z.string().describe('The first day it applies'),
  price: z.string().nullable(),
  cost: z.string().nullable().describe('Null too for who may not see costs'),
  state: z.enum(['past', 'today', 'coming', 'replaced', 'takenBack']),
  enteredAt: z.string(),
  enteredBy: z.string().nullable().describe('Null where the person is gone'),
  updateId: z.uuid().nullable().describe('The update of many prices that it is of'),
})
export type ItemPrice = z.infer<typeof itemPriceSchema>

const params = z.object({ id: z.uuid() })

export const itemPrices = defineCall({
  area: 'Estimator',
  method: 'GET',
  path: '/v1/estimator/item-masters/{id}/prices',
  summary: 'All prices that an item had or will have',
  access: 'itemMaster.read',
  params,
  result: z.object({ items: z.array(itemPriceSchema), total: z.int() }),
})

export const enterItemPrice = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/item-masters/{id}/prices',
  summary: 'Enter prices of an item that apply from some day on',
  description:
    'What is left out stays as it is on that day. The day is today or later: prices that applied stay as they were.',
  access: 'itemMaster.update',
  params,
  body: z
    .strictObject({
      rowVersion: z.int().min(1),
      effectiveFrom: dayUnder('must be a day such as 2026-11-23'),
      price: amount.nullable().optional(),
      cost: amount.nullable().optional(),
    })
    .refine(({ price, cost }) => price !== undefined || cost !== undefined, {
      path: ['price'],
      message: 'must be given, or else a cost',
    }),
  result: itemMasters.row,
  problems: ['stale'],
})
