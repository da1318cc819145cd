import { z } from 'zod'

/** One page of a list. */
export interface Page<Row> {
  items: Row[]
  /** How many rows all pages have together. */
  total: number
  page: number
  pageSize: number
  /** The value of `after` for the next rows; null on the last page. */
  next: string | null
}

/** A position as the documentation shows it. */
export const EXAMPLE_CURSOR = 'cGsyOhX3kQ0mZt1r8vJmS5oTgQ2x'

export const nextSchema = z
  .string()
  .nullable()
  .meta({
    description: 'For `after` of the next request, which goes on behind the last of these rows; null where none follow',
    examples: [EXAMPLE_CURSOR],
  })

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    items: z.array(row),
    total: z.int().describe('Rows on all pages'),
    page: z.int().describe('The page that was asked for; with `after` it is 1'),
    pageSize: z.int(),
    next: nextSchema,
  })
}
