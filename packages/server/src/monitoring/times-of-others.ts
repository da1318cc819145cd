import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row is of a time in which the machine was another customer's, for the one customer who reads it (decision 0161). To staff nothing is, and where
 * no machine has changed hands a row costs a look at a truth that is known.
 * @param condition of the database on the row, such as `was_of_another`
 */
export function isOfAnother(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((SELECT cardinality(machines_of_others())) > 0 AND ${condition})`
}

/** A value that is not for the customer who reads it where the row is of a time of another one. */
export function unlessOfAnother<Value>(
  hidden: RawBuilder<boolean>,
  column: RawBuilder<Value>,
): RawBuilder<Value | null> {
  return sql<Value | null>`CASE WHEN NOT ${hidden} THEN ${column} END`
}
