import { type HealthFigure, healthFigures } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'

export type Figures = Record<HealthFigure, number | null>

/** Flows, of which the mean counts over time. The others count by their largest value: a peak is what they are looked at for. */
const flows: readonly HealthFigure[] = ['requestsPerSecond', 'errorsPerSecond', 'recordsPerSecond']
/** What several servers have together; of the others the largest counts, since it is of one of them or they see the same. */
const shared: readonly HealthFigure[] = [
  ...flows,
  'queueRecords',
  'mqttConnections',
  'databaseConnections',
  'memoryBytes',
  'pdfWaiting',
]

export const figureNames = Object.keys(healthFigures) as HealthFigure[]

function columnName(figure: HealthFigure): string {
  return figure.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export const columnOf = (figure: HealthFigure): RawBuilder<unknown> => sql.id(columnName(figure))

export const columns: RawBuilder<unknown> = sql.join(figureNames.map(columnOf))

/** What several samples of one server amount to. */
export const overTime: RawBuilder<unknown> = sql.join(
  figureNames.map((figure) =>
    flows.includes(figure)
      ? sql`sum(${columnOf(figure)} * seconds) / nullif(sum(seconds) FILTER (WHERE ${columnOf(figure)} IS NOT NULL), 0)`
      : sql`max(${columnOf(figure)})`,
  ),
)

/** The sample of a step that has one already, from before a restart, and the one that is added. */
export const added: RawBuilder<unknown> = sql.join(
  figureNames.map((figure) => {
    const [column, old, more] = [columnOf(figure), sql`s.${columnOf(figure)}`, sql`excluded.${columnOf(figure)}`]
    const both = flows.includes(figure)
      ? sql`coalesce((${old} * s.seconds + ${more} * excluded.seconds) / (s.seconds + excluded.seconds), ${old}, ${more})`
      : sql`greatest(${old}, ${more})`
    return sql`${column} = CASE WHEN s.at = excluded.at THEN ${both} ELSE ${more} END`
  }),
)

/** What several servers amount to at one time. Named as in the contract. */
export const overNodes: RawBuilder<unknown> = sql.join(
  figureNames.map((figure) => {
    const merge = shared.includes(figure) ? sql`sum` : sql`max`
    return sql`${merge}(${columnOf(figure)})::float8 AS ${sql.id(figure)}`
  }),
)
