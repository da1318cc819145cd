import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { words } from '../engine/text-schemas.ts'

/** How many records of one resource a search answers at most. */
export const MAX_FOUND = 6
/** So many matches of one resource are ranked and counted; what lies behind is neither. */
export const MAX_RANKED = 1_000

/** A record as a search finds it. */
export const foundSchema = z.object({
  resource: z.string().describe('The name of the resource, such as `customer`'),
  id: z.uuid(),
  label: z.string(),
  sublabel: z.string().nullable(),
  details: z.array(z.string()).describe('What else it was searched by, where it is not empty'),
  parents: z
    .record(z.string(), z.uuid())
    .describe('The records that it refers to, by the field: `customerId` says on whose page a contact is shown'),
})

/** A record that a search found. */
export type FoundRecord = z.infer<typeof foundSchema>

export const searchRecords = defineCall({
  area: 'Search',
  method: 'GET',
  path: '/v1/search',
  summary: 'Records of every resource that the caller may read and that have these words',
  description: `Whole words come before beginnings of words, and these before letters within words. At most ${MAX_FOUND} records of each
resource. A resource that takes too long is left out and named in \`incomplete\`: ask again with more of the word.`,
  access: 'customer.access',
  query: z.strictObject({ q: words(200).min(1, 'must have at least one word') }),
  result: z.object({
    found: z.array(foundSchema),
    more: z
      .record(z.string(), z.int())
      .describe(
        `How many there are beyond those, by resource, where there are more; counted up to ${MAX_RANKED} in all`,
      ),
    incomplete: z.array(z.string()).describe('The resources that could not be searched in time'),
  }),
})
