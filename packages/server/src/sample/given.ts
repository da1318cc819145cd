import { type RawBuilder, sql } from 'kysely'

/** Rows as a table of `value` and their `place`. */
export function given(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS given (value, place)`
}
