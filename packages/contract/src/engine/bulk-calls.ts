import { z } from 'zod'
import { shapeOf } from './children.ts'
import { wholeListQuerySchema } from './list-query.ts'
import { problemCodes } from './problem.ts'
import type { Declared } from './resource.ts'
import type { CallMaker } from './trait-calls.ts'

/** So many rows can be changed by one call. */
export const MAX_BULK = 1_000

/** Values of the fields that may be set for many rows at once, by the name of the field. */
export type BulkValues = Record<string, unknown>

/** A row to change, at the version at which it was seen. */
export interface BulkRow {
  id: string
  rowVersion: number
  /** What becomes of this row, where that is not what becomes of all. */
  change?: BulkValues | undefined
}

/** Which rows are changed, and how: the rows that are named, or as many as were counted of those that the query finds. */
export interface BulkChange {
  change?: BulkValues | undefined
  rows?: BulkRow[] | undefined
  count?: number | undefined
}

export const bulkReportSchema = z.object({
  changed: z
    .array(
      z.object({
        id: z.uuid(),
        rowVersion: z.int().describe('After the change'),
        before: z.record(z.string(), z.unknown()).describe('The values that were replaced'),
      }),
    )
    .describe('To undo the change, send these as `rows`, each with `before` as its `change`'),
  unchanged: z.int().describe('How many rows had these values already'),
  refused: z.array(
    z.object({
      id: z.uuid(),
      label: z.string().nullable().describe('Null where the row cannot be read'),
      code: z.enum(problemCodes),
      detail: z.string().describe('Why this row was not changed'),
    }),
  ),
})

export type BulkReport = z.infer<typeof bulkReportSchema>

const BULK = `Sets fields of many rows to the same values. Send \`rows\` to name the rows, each with the version at which you have seen it; or send
\`count\` to change all rows that the parameters find, which are those of the list. \`count\` is how many you have seen it find: where it is another number by then,
nothing changes. At most ${MAX_BULK} rows. A row that cannot be changed is reported in \`refused\`, with the reason; all others are changed. Each change is in the
history of its row.`

/** The call that changes many rows. @param names of the fields that it may set */
export function bulkCalls(resource: Declared, names: readonly string[], maker: CallMaker) {
  const { noun } = resource
  const { make, may, parentParams, change } = maker
  return {
    bulk: make('POST', '/bulk', `Change many ${noun[1]} at once`, may('update'), {
      ...parentParams,
      description: BULK,
      query: () => wholeListQuerySchema(resource),
      body: () => bulkSchema(change(), names).meta({ examples: [exampleOf(resource, names[0] ?? '')] }),
      result: () => bulkReportSchema,
      problems: ['count_changed'],
      ...maker.confirmed('update'),
    }),
  }
}

const EXAMPLE_ID = '01890000-0000-7000-8000-000000000000'

/** Rows and a count exclude each other, so that an example cannot be made up field by field. */
function exampleOf({ fields }: Declared, name: string): BulkChange {
  const entry = fields[name]
  const value = entry?.kind === 'boolean' ? false : (entry?.choices?.[0] ?? EXAMPLE_ID)
  return { change: { [name]: value }, rows: [{ id: EXAMPLE_ID, rowVersion: 3 }] }
}

function bulkSchema(change: z.ZodType, names: readonly string[]): z.ZodType<BulkChange, BulkChange> {
  const values = shapeOf(change)
    .pick(Object.fromEntries(names.map((name) => [name, true as const])))
    .refine((given) => Object.keys(given).length > 0, 'must set at least one field')
  const row = z.strictObject({ id: z.uuid().toLowerCase(), rowVersion: z.int().min(1), change: values.optional() })
  return z
    .strictObject({
      change: values.optional().describe('What becomes of all rows that have no `change` of their own'),
      rows: z
        .array(row)
        .min(1)
        .max(MAX_BULK)
        .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'must name each row once')
        .optional(),
      count: z.int().min(1).max(MAX_BULK).optional(),
    })
    .refine(({ rows, count }) => (rows === undefined) !== (count === undefined), {
      error: 'must be given where `rows` is not, and only there',
      path: ['count'],
    })
    .refine(({ change: all, rows }) => all !== undefined || rows?.every((one) => one.change !== undefined) === true, {
      error: 'must be given where a row has none of its own',
      path: ['change'],
    })
}
