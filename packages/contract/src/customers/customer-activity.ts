import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { historyEntrySchema } from '../engine/history.ts'

/** How many changes the page of a customer shows. */
export const MAX_ACTIVITY = 8

/** What belongs to a customer and is part of its activity, beside the customer itself. */
export const activityParts = ['contact', 'location', 'licence'] as const

export const activityEntrySchema = historyEntrySchema.extend({
  resource: z.enum(['customer', ...activityParts]),
  rowId: z.uuid(),
  name: z.string().describe('Of the row as it was then'),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

export const customerActivity = defineCall({
  area: 'Customers',
  method: 'GET',
  path: '/v1/customers/{id}/activity',
  summary: 'What was changed last about a customer and what belongs to it',
  description: `The last ${MAX_ACTIVITY} changes of the customer and of its contacts, locations and licences, newest first, of the kinds that the caller may read.`,
  access: 'customer.read',
  params: z.object({ id: z.uuid() }),
  result: z.array(activityEntrySchema),
  problems: ['not_found'],
})
