import { type RawBuilder, sql } from 'kysely'

/** Units of speeds that can be compared with cycles per minute. */
const PER_MINUTE = String.raw`(/|\m(per|pro)\s)\s*(1\s*)?min|^\s*([bcp]pm|min\s*(-1|⁻¹))\s*$`

/** The design speed of a library machine; null where its unit is another one than per minute. @param table name of `library_machine` in the statement */
export function designSpeedPerMinute(table: string): RawBuilder<number | null> {
  const unit = sql.ref(`${table}.design_speed_unit`)
  return sql`CASE WHEN coalesce(${unit}, '') = '' OR ${unit} ~* ${PER_MINUTE} THEN ${sql.ref(`${table}.design_speed`)} END`
}
