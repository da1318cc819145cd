import {
  type AcceptanceCriterion,
  differentCriteria,
  type PromiseSource,
  type QuoteContent,
  quoteContentSchema,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** What a quote promises of an ordered machine. */
export interface Promised {
  /** Of the ordered machine. */
  id: string
  number: string
  version: number | null
  /** Of the line; null where that was deleted since. */
  projectItemId: string | null
  /** Of the line; what the customer accepted is in `content`. */
  lineSpeed: number | null
  /** For which the line was sold; null also where it was deleted since. */
  styleId: string | null
  /** The name of one that was deleted. */
  deletedStyle: string | null
  /** The day on which the quote was accepted, UTC. */
  acceptedOn: string | null
  /** The quote as it was accepted, as text; null without one. */
  content: string | null
}

/** The columns of `Promised`, from `promisedTables`. */
export const promisedColumns = sql`o.id, o.number, o.version, o.project_item_id AS "projectItemId", i.promised_speed AS "lineSpeed",
  CASE WHEN s.deleted_at IS NULL THEN s.id END AS "styleId", CASE WHEN s.deleted_at IS NOT NULL THEN s.name END AS "deletedStyle",
  (a.accepted_at AT TIME ZONE 'UTC')::date::text AS "acceptedOn", q.content`

/** Ordered machines `o` with their line `i`, and the machine `m` that they have become. */
export const promisedTables = sql`ordered_machine o
  LEFT JOIN machine m ON m.id = o.machine_id LEFT JOIN project_item i ON i.id = o.project_item_id
  LEFT JOIN packaging_style s ON s.id = i.style_id
  LEFT JOIN quote_acceptance a ON a.project_id = o.project_id AND a.version = o.version LEFT JOIN quote_link q ON q.id = a.link_id`

/** A figure of a quote, as a promise of the machine is made of it. */
interface PromisedFigure {
  criterion: AcceptanceCriterion
  source: PromiseSource
  styleId: string | null
}

/** As staff read it, in whatever language it is claimed. */
const SPEED = { name: 'Speed', kind: 'speed', direction: 'atLeast', unit: 'per min' } as const

/** What the quote says of the speed and its acceptance criteria, in this order. */
export function figuresOf(promised: Promised): PromisedFigure[] {
  const content = acceptedContent(promised)
  return [...speedOf(promised, content), ...criteriaOf(promised, content)]
}

/** Cycles per minute that the customer was promised; null where none is. Quotes of before did not show it: theirs is that of the line. */
export function promisedSpeedOf(promised: Promised, content = acceptedContent(promised)): number | null {
  const lines = content?.items.flatMap(({ alternatives, ...item }) => [item, ...alternatives])
  const shown = lines?.find(({ id }) => id === promised.projectItemId)?.promisedSpeed
  return shown === undefined ? promised.lineSpeed : (shown?.figure ?? null)
}

function acceptedContent({ content }: Promised): QuoteContent | null {
  return content === null ? null : quoteContentSchema.parse(JSON.parse(content))
}

/** For the style that the line was sold for. */
function speedOf(promised: Promised, content: QuoteContent | null): PromisedFigure[] {
  const { styleId, deletedStyle } = promised
  const figure = promisedSpeedOf(promised, content)
  if (figure === null) return []
  const conditions = deletedStyle === null ? {} : { conditions: deletedStyle }
  return [{ criterion: { ...SPEED, figure, ...conditions }, source: 'quote', styleId }]
}

/** Those of all steps of the quote: of every machine that is ordered with it, and of this line. */
function criteriaOf({ projectItemId }: Promised, content: QuoteContent | null): PromisedFigure[] {
  if (content === null) return []
  const { commissioning } = content
  const meant = differentCriteria(commissioning, ({ itemId }) => itemId === undefined || itemId === projectItemId)
  return meant.map(({ itemId: _, ...criterion }) => ({ criterion, source: 'acceptanceCriteria', styleId: null }))
}

/** The figures of the quote of an ordered machine as they are now. */
export async function readFigures(db: Transaction, orderedMachineId: string): Promise<AcceptanceCriterion[]> {
  const { rows } = await sql<Promised>`
    SELECT ${promisedColumns} FROM ${promisedTables} WHERE o.id = ${orderedMachineId}
  `.execute(db)
  return rows.flatMap((promised) => figuresOf(promised).map(({ criterion }) => criterion))
}
