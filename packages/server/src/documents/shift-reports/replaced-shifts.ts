import { sql } from 'kysely'

/**
 * The ids of the shifts whose subscribers get the reports of a shift `s`: it itself, and those that it replaces. They have its name and its site, and ended before
 * its first day: who wants the reports of the early shift wants them when its times change too.
 */
export const subscribedShifts = sql`(SELECT p.id FROM shift p WHERE p.id = s.id
  OR (p.location_id = s.location_id AND fold_case(p.name) = fold_case(s.name) AND p.last_day < s.first_day))`
