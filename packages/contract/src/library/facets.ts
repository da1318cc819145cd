import { z } from 'zod'

/** So many values of a filter are counted, the most frequent ones. */
export const MAX_FACET_VALUES = 500

/** What can be filtered by, with how many rows there would be. */
export const facetSchema = z
  .array(z.object({ value: z.string(), label: z.string(), count: z.int() }))
  .describe(`By label; the ${MAX_FACET_VALUES} most frequent where there are more`)
