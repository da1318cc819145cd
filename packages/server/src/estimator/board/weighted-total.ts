import { sql } from 'kysely'

/** What a project is likely to bring in: its total by its probability, rounded as its currency is; null without a probability. */
export const weightedTotal = sql`round(project.total * project.win_probability * 0.01,
  coalesce((SELECT minor_units FROM currency WHERE code = project.currency), 2)::int)`
