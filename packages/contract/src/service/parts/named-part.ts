import { z } from 'zod'

/** What a part is called, and how many of it are meant. */
export const namedPart = {
  itemId: z.uuid(),
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z
    .string()
    .describe('How many of them are there or needed')
    .meta({ examples: ['2'] }),
}
