import { z } from 'zod'
import { words } from './text-schemas.ts'
import type { CallMaker } from './trait-calls.ts'

/** How many choices `options` answers at most. */
export const MAX_OPTIONS = 50

/** A row as a list of choices shows it. */
export const choiceSchema = z.object({ id: z.uuid(), label: z.string(), sublabel: z.string().nullable() })

export type Choice = z.infer<typeof choiceSchema>

/** What is looked for among the choices. */
export const optionsQuerySchema = z.strictObject({
  search: words(200)
    .optional()
    .transform((text) => text || undefined),
})

export type OptionsQuery = z.infer<typeof optionsQuerySchema>

/** All choices at once, for short lists. */
export function dropdownCalls(many: string, { make, may, parentParams }: CallMaker) {
  return {
    dropdown: make('GET', '/dropdown', `The ${many} that can be chosen`, may('read'), {
      ...parentParams,
      result: () => z.array(choiceSchema),
    }),
  }
}

/** The choices that match what is typed, for lists too long to be read at once. */
export function optionsCalls(many: string, { make, may, parentParams }: CallMaker) {
  return {
    options: make('GET', '/options', `The first ${MAX_OPTIONS} ${many} that match and can be chosen`, may('read'), {
      ...parentParams,
      query: () => optionsQuerySchema,
      result: () => z.array(choiceSchema),
    }),
  }
}
