import { z } from 'zod'

const oeeFactors = ['availability', 'performance', 'quality'] as const
export type OeeFactor = (typeof oeeFactors)[number]

/** What an OEE is the product of. */
export const oeeFactorsSchema = z
  .array(z.enum(oeeFactors))
  .describe('What `oee` is the product of: without `quality` where the machine reports no rejects in the window')
