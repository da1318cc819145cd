import { z } from 'zod'
import { choiceSchema } from './choice-calls.ts'
import { pageQuerySchema } from './list-query.ts'
import { pageOf } from './page.ts'
import type { Declared, Rule } from './resource.ts'
import type { CallMaker } from './trait-calls.ts'

/** Rows of another resource that are attached to a row; neither belongs to the other. */
export interface Relation {
  /** The name of the other resource. */
  to: string
  /** The table of the pairs, and its columns. */
  table: string
  column: string
  otherColumn: string
  /** In the words of people: `contact`, `contacts`. */
  noun: readonly [one: string, many: string]
  /** Rules that the table of the pairs holds. */
  rules?: Record<string, Rule>
}

/** Whom a change of a relation is about. */
export const relatedIdsSchema = z.strictObject({ ids: z.array(z.uuid().toLowerCase()).min(1).max(1_000) })
export const allRelatedIdsSchema = z.strictObject({ ids: z.array(z.uuid().toLowerCase()).max(1_000) })

export type RelatedIds = z.infer<typeof allRelatedIdsSchema>

/** The verbs of a relation. */
export type RelationVerb = 'related' | 'attach' | 'detach' | 'sync'

/** The calls of every relation of a resource, by its name and then by the verb. */
export function relationCalls({ noun, traits }: Declared, maker: CallMaker) {
  const [one] = noun
  const { make, may, confirmed, params } = maker
  return Object.fromEntries(
    Object.entries(traits.relations ?? {}).map(
      ([
        path,
        {
          noun: [, many],
        },
      ]) => [
        path,
        {
          related: make('GET', `/{id}/${path}`, `The ${many} that are attached to a ${one}`, may('read'), {
            params,
            query: () => pageQuerySchema(),
            result: () => pageOf(choiceSchema),
          }),
          attach: make('POST', `/{id}/${path}/attach`, `Attach ${many} to a ${one}`, may('update'), {
            params,
            ...confirmed(path),
            description: 'Those that are attached already stay so.',
            body: () => relatedIdsSchema,
          }),
          detach: make('POST', `/{id}/${path}/detach`, `Detach ${many} from a ${one}`, may('update'), {
            params,
            ...confirmed(path),
            description: 'Those that are not attached are passed over.',
            body: () => relatedIdsSchema,
          }),
          sync: make('PUT', `/{id}/${path}`, `Attach these ${many} to a ${one} and no others`, may('update'), {
            params,
            ...confirmed(path),
            body: () => allRelatedIdsSchema,
          }),
        },
      ],
    ),
  )
}
