import type { PageQuery } from '@packhouse/contract'

/** How many rows a list has, and about how many the table; negative if they were not counted yet. */
export interface ListSize {
  total: number
  stored: number
}

/** Which rows to read, counted from the end that is nearer. */
export interface PageWindow {
  skip: number
  take: number
  backward: boolean
}

/** The rows of a page, and one more, which tells whether others follow. A late page is read from the end: what is skipped has to be read too. */
export function windowOf({ page, pageSize }: PageQuery, total: number): PageWindow {
  const before = (page - 1) * pageSize
  const take = Math.max(0, Math.min(pageSize + 1, total - before))
  const after = Math.max(0, total - before - take)
  return after < before ? { skip: after, take, backward: true } : { skip: before, take, backward: false }
}

/** Whether a walk through the rows in their order comes by the wanted ones before all that are found could be sorted. */
export function walksInOrder({ skip, take }: PageWindow, { total, stored }: ListSize): boolean {
  const met = ((skip + take) * Math.max(stored, total)) / Math.max(total, 1)
  return met < total
}
