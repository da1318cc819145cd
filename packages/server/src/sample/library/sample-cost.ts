import { type RawBuilder, sql } from 'kysely'

/** What something costs the maker: of its price some more and some less. @param price as the `value` of a row has it, with its `place` */
export function sampleCost(price: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round(${price} * (0.62 + place % 9 * 0.01), -1)`
}
