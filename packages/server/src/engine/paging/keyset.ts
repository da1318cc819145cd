import { type RawBuilder, sql } from 'kysely'

/** What a list is sorted by. The last one of a list is unique, such as the id of the row. */
export interface SortKey {
  expression: RawBuilder<unknown>
  descending: boolean
  /** Empty values come last. Without them that is not said, so that one index serves both directions. */
  mayBeEmpty: boolean
}

/** The values of the sort keys of one row, as PostgreSQL writes them: no instant loses its microseconds and no number its digits. */
export type Position = readonly (string | null)[]

interface KeyAt extends SortKey {
  value: string | null
}

export function ascending(expression: RawBuilder<unknown>): SortKey {
  return { expression, descending: false, mayBeEmpty: false }
}

export function descending(expression: RawBuilder<unknown>): SortKey {
  return { expression, descending: true, mayBeEmpty: false }
}

/** What stands behind ORDER BY, or the same from the end on. */
export function orderBy(keys: readonly SortKey[], direction: 'forward' | 'backward' = 'forward'): RawBuilder<unknown> {
  const backward = direction === 'backward'
  const parts = keys.map(({ expression, descending: isDescending, mayBeEmpty }) => {
    const way = isDescending === backward ? sql`ASC` : sql`DESC`
    if (!mayBeEmpty) return sql`${expression} ${way}`
    return sql`${expression} ${way} ${backward ? sql`NULLS FIRST` : sql`NULLS LAST`}`
  })
  return sql.join(parts)
}

/** The position of a row in the select list. */
export function positionColumn(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql`ARRAY[${sql.join(keys.map(({ expression }) => sql`(${expression})::text`))}] AS "listPosition"`
}

/**
 * Conditions that together have the rows behind a position, each once, those of an earlier condition before those of a later one. Each is a
 * stretch of an index that has the order: a single condition with OR would be read from the first row on.
 *
 * @example (a, b, id) behind (1, 2, x), all ascending: one condition, (a, b, id) > (1, 2, x)
 * @example a ascending, b and id descending: a = 1 AND (b, id) < (2, x), then a > 1
 */
export function conditionsBehind(keys: readonly SortKey[], position: Position): RawBuilder<unknown>[] {
  const rest = keys.map((key, place): KeyAt => ({ ...key, value: position[place] ?? null }))
  const conditions: RawBuilder<unknown>[] = []
  while (rest.length > 0) {
    const group = lastGroup(rest)
    rest.length -= group.length
    const equal = rest.map(({ expression, value }) =>
      value === null ? sql`${expression} IS NULL` : sql`${expression} = ${value}`,
    )
    const both = (condition: RawBuilder<unknown>) => sql.join([...equal, condition], sql` AND `)
    const [first] = group
    // Empty values come last, so nothing follows one.
    if (first === undefined || first.value === null) continue
    const sign = first.descending ? sql`<` : sql`>`
    const [left, right] = [group.map(({ expression }) => expression), group.map(({ value }) => sql`${value}`)]
    conditions.push(both(sql`(${sql.join(left)}) ${sign} (${sql.join(right)})`))
    if (first.mayBeEmpty) conditions.push(both(sql`${first.expression} IS NULL`))
  }
  return conditions
}

/** The last keys that one comparison of rows compares: of one direction, none but the first with empty values. */
function lastGroup(keys: readonly KeyAt[]): KeyAt[] {
  let start = keys.length - 1
  for (; start > 0; start--) {
    const [before, first] = [keys[start - 1], keys[start]]
    if (first === undefined || first.mayBeEmpty || before?.value === null) break
    if (before?.descending !== first.descending) break
  }
  return keys.slice(start)
}
