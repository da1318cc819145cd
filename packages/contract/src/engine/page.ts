import { z } from 'zod'

/** One page of a list. */
export interface Page<Row> {
  items: Row[]
  /** How many rows all pages have together. */
  total: number
  page: number
  pageSize: number
}

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), total: z.int(), page: z.int(), pageSize: z.int() })
}
