import { z } from 'zod'
import type { Declared } from './resource.ts'
import { words } from './text-schemas.ts'
import type { CallMaker } from './trait-calls.ts'

/** Which fields show that two rows are the same thing. */
export interface Alikeness {
  /** Compared without case, accents, punctuation and legal forms; near is enough. */
  name: string
  /** Compared by its letters and digits. */
  number?: string
  /** An address of the web, compared by its domain. */
  website?: string
}

/** How many rows `alike` answers at most. */
export const MAX_ALIKE = 5

export const likenesses = ['name', 'number', 'website'] as const
export type Likeness = (typeof likenesses)[number]

export const alikeRowSchema = z.object({
  id: z.uuid(),
  label: z.string(),
  sublabel: z.string().nullable(),
  by: z.array(z.enum(likenesses)).describe('What is the same, or nearly the same'),
})
export type AlikeRow = z.infer<typeof alikeRowSchema>

const typed = (max: number) => words(max).optional()

export const alikeQuerySchema = z.strictObject({ name: typed(200), number: typed(64), website: typed(500) })
export type AlikeQuery = z.infer<typeof alikeQuerySchema>

export const proposalQuerySchema = z.strictObject({ from: typed(200).describe('What has been typed') })
export type ProposalQuery = z.infer<typeof proposalQuerySchema>

export const proposalSchema = z.object({ code: z.string().nullable().describe('Null where none could be made') })
export type Proposal = z.infer<typeof proposalSchema>

/** A free code for a row that is about to be created. */
export function proposalCalls([one]: Declared['noun'], { make, may, parentParams }: CallMaker) {
  return {
    proposal: make('GET', '/proposal', `A free code for a new ${one}`, may('create'), {
      ...parentParams,
      description: 'It is not reserved: a create that comes later may still find it taken.',
      query: () => proposalQuerySchema,
      result: () => proposalSchema,
    }),
  }
}

/** Likely duplicates of a row that is about to be created. */
export function alikeCalls([one, many]: Declared['noun'], { make, may, parentParams }: CallMaker) {
  return {
    alike: make('GET', '/alike', `At most ${MAX_ALIKE} ${many} that a new ${one} may duplicate`, may('read'), {
      ...parentParams,
      description: 'The closest first. Deleted ones are left out, and so is everything the caller may not see.',
      query: () => alikeQuerySchema,
      result: () => z.array(alikeRowSchema),
    }),
  }
}
