import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { momentSchema, plain } from '../engine/text-schemas.ts'
import { RECIPE_LENGTH } from '../library/recipe-styles.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'
import { productionFiguresSchema } from './machine-shifts.ts'

/** So many orders of a machine may be planned or under way. */
export const MOST_OPEN_ORDERS = 50
/** So many of the last orders that have ended are returned. */
export const ENDED_ORDERS_SHOWN = 5
/** The longest time for which an order may be planned. */
export const LONGEST_ORDER_DAYS = 31
/** An order that is under way for longer has no figures any more. */
export const MEASURED_ORDER_DAYS = 92
/** So long before its planned start an order may start by its recipe. */
export const ORDER_LEAD_HOURS = 2

const DAY_MS = 86_400_000
const area = 'Production'
const path = '/v1/ignition/machines/{id}/orders'

const orderShape = {
  number: plain(60, false).meta({ description: 'Of the order', examples: ['PO-4711'] }),
  product: plain(200, false).meta({ description: 'What is made', examples: ['Coffee 500 g'] }),
  recipe: plain(RECIPE_LENGTH, false)
    .nullable()
    .describe('As the machine reports it; with one the order starts and ends by itself'),
  target: z.int().min(1).max(1_000_000_000).describe('Good cycles that are to be made'),
  idealRate: z
    .number()
    .positive()
    .max(100_000)
    .nullable()
    .describe('Cycles per minute that performance is measured against; null for the design speed of the machine'),
  plannedFrom: momentSchema.meta({ examples: ['2026-11-26T06:00:00Z'] }),
  plannedTo: momentSchema.meta({ examples: ['2026-11-26T14:00:00Z'] }),
}

export const productionOrderSchema = z.object({
  id: z.uuid(),
  rowVersion: z.int(),
  ...orderShape,
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  figures: productionFiguresSchema
    .nullable()
    .describe(`From its start until its end or now; null before it starts, and after ${MEASURED_ORDER_DAYS} days`),
  goodPerMinute: z
    .number()
    .nullable()
    .describe('Good cycles per minute in the last hour of planned time; null where too little is known of it'),
  expectedEnd: z.iso
    .datetime()
    .nullable()
    .describe(
      'When so much planned time has passed that the rest is made at that rate; null where it is not known, and when the target is reached',
    ),
})
export type ProductionOrder = z.infer<typeof productionOrderSchema>

export const machineOrdersSchema = z.object({
  machineID: machineIDSchema,
  timeZone: z.string(),
  designSpeed: z.number().nullable().describe('Cycles per minute'),
  hasShifts: z.boolean().describe('Whether the site of the machine has shifts: all of the time is planned otherwise'),
  underWay: productionOrderSchema.nullable(),
  planned: z.array(productionOrderSchema).describe('By their planned start'),
  ended: z.array(productionOrderSchema).describe(`The last ${ENDED_ORDERS_SHOWN}, the newest first`),
})
export type MachineOrders = z.infer<typeof machineOrdersSchema>

/** What people enter of an order. */
export const orderDraftSchema = z
  .strictObject({
    ...orderShape,
    recipe: orderShape.recipe.default(null),
    idealRate: orderShape.idealRate.default(null),
  })
  .refine(
    ({ plannedFrom, plannedTo }) => {
      const length = Date.parse(plannedTo) - Date.parse(plannedFrom)
      return length > 0 && length <= LONGEST_ORDER_DAYS * DAY_MS
    },
    { error: `must be after the planned start, by at most ${LONGEST_ORDER_DAYS} days`, path: ['plannedTo'] },
  )
export type OrderDraft = z.output<typeof orderDraftSchema>

const oneOrder = oneMachine.extend({ orderId: z.uuid() })

export const machineOrders = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'The production orders of a machine, and how far they are',
  description: 'Counts of an order are those of the machine from its start to its end.',
  access: 'customer.access',
  params: oneMachine,
  result: machineOrdersSchema,
})

export const planOrder = defineCall({
  area,
  method: 'POST',
  path,
  summary: 'Plan a production order',
  description: `At most ${MOST_OPEN_ORDERS} orders of a machine may be planned or under way, and their planned times must not overlap.`,
  access: 'downtime.update',
  params: oneMachine,
  body: orderDraftSchema,
  result: machineOrdersSchema,
  status: 201,
  problems: ['not_usable'],
})

export const changeOrder = defineCall({
  area,
  method: 'PUT',
  path: `${path}/{orderId}`,
  summary: 'Change a production order that has not ended',
  access: 'downtime.update',
  params: oneOrder,
  body: z.strictObject({ rowVersion: z.int().min(1), order: orderDraftSchema }),
  result: machineOrdersSchema,
  problems: ['not_found', 'not_usable', 'stale'],
})

export const orderSteps = ['start', 'end'] as const

export const stepOrder = defineCall({
  area,
  method: 'POST',
  path: `${path}/{orderId}/{step}`,
  summary: 'Start or end a production order',
  description: 'Now. Only one order of a machine is under way at a time.',
  access: 'downtime.update',
  params: oneOrder.extend({ step: z.enum(orderSteps) }),
  result: machineOrdersSchema,
  problems: ['not_found', 'not_usable'],
})

export const removeOrder = defineCall({
  area,
  method: 'DELETE',
  path: `${path}/{orderId}`,
  summary: 'Remove a production order that has not started',
  access: 'downtime.update',
  params: oneOrder,
  result: machineOrdersSchema,
  problems: ['not_found', 'not_usable'],
})
