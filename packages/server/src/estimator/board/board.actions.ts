import {
  type BoardColumn,
  type CallOutput,
  MAX_CARDS,
  type ProjectCard,
  type projectBoard,
  projectStates,
} from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { type Selected, toJson } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { searchConditions } from '../../engine/resource/search.ts'
import type { Transaction } from '../../platform/database.ts'
import { weightedTotal } from './weighted-total.ts'

type Query = CallOutput<typeof projectBoard>['query']
type Status = BoardColumn['status']

export function boardHandlers(projects: ResourceStore): HandlersOf<'projectBoard'> {
  return {
    projectBoard: ({ principal, query }) =>
      projects.read(principal, async (db) => {
        const matched = matchedProjects(projects, query)
        const sums = await readSums(db, matched)
        const cards = await readCards(db, matched)
        return { columns: projectStates.map((status) => columnOf(status, sums, cards)) }
      }),
  }
}

interface StatusSum {
  status: Status
  currency: string
  count: number
  total: string
  weighted: string
}

type Card = ProjectCard & { status: Status }

/** Searches the name of the customer too, unlike the list. */
function matchedProjects(
  { computed }: ResourceStore,
  { search, ownerId, customerId, endsWithin }: Query,
): RawBuilder<unknown> {
  const conditions = [
    sql`project.deleted_at IS NULL`,
    ...(ownerId === undefined ? [] : [sql`project.owner_id = ${ownerId}`]),
    ...(customerId === undefined ? [] : [sql`project.customer_id = ${customerId}`]),
    ...(endsWithin === undefined
      ? []
      : [sql`project.valid_until BETWEEN current_date AND current_date + ${endsWithin}::int`]),
  ]
  const words = searchConditions(search || undefined)
  return sql`matched AS (SELECT * FROM (
    SELECT project.id, project.row_version, project.number, project.revision, project.title, project.customer_id, customer.name AS customer,
      project.owner_id, project.currency, project.total, project.win_probability, ${weightedTotal} AS weighted_total, project.valid_until, project.created_at,
      ${computed.status ?? sql`project.status`} AS status,
      ${computed.margin ?? sql`NULL`} AS margin, ${computed.targetMargin ?? sql`NULL`} AS target_margin, project.search_text || customer.search_text AS search_text
    FROM project JOIN customer ON customer.id = project.customer_id WHERE ${sql.join(conditions, sql` AND `)}
  ) named ${words.length === 0 ? sql`` : sql`WHERE ${sql.join(words, sql` AND `)}`})`
}

async function readSums(db: Transaction, matched: RawBuilder<unknown>): Promise<StatusSum[]> {
  const { rows } = await sql<StatusSum>`
    WITH ${matched} SELECT status, currency, count(*)::int AS count, trim_scale(sum(total))::text AS total,
      trim_scale(coalesce(sum(weighted_total), 0))::text AS weighted
    FROM matched GROUP BY status, currency ORDER BY currency
  `.execute(db)
  return rows
}

async function readCards(db: Transaction, matched: RawBuilder<unknown>): Promise<Card[]> {
  const { rows } = await sql<Selected<Card>>`
    WITH ${matched}, placed AS (
      SELECT *, row_number() OVER (PARTITION BY status ORDER BY number DESC, revision DESC) AS place FROM matched
    )
    SELECT placed.id, placed.row_version AS "rowVersion", number, revision, title, placed.customer_id AS "customerId", customer,
      owner_id AS "ownerId", trim(o.first_name || ' ' || o.last_name) AS owner, currency, trim_scale(total)::text AS total,
      win_probability AS "winProbability", valid_until::text AS "validUntil", placed.created_at AS "createdAt", status,
      trim(e.first_name || ' ' || e.last_name) AS editor, margin, target_margin AS "targetMargin",
      (SELECT count(*)::int FROM quote_question q JOIN quote_link k ON k.id = q.link_id
        WHERE k.project_id = placed.id AND q.answered_at IS NULL) AS "openQuestions",
      (SELECT coalesce(sum(k.open_count), 0)::int FROM quote_link k WHERE k.project_id = placed.id) AS "openCount",
      EXISTS (SELECT FROM quote_link k WHERE k.project_id = placed.id AND k.declined_at IS NOT NULL AND k.withdrawn_at IS NULL)
        AND NOT EXISTS (SELECT FROM quote_link k WHERE k.project_id = placed.id AND k.declined_at IS NULL AND k.withdrawn_at IS NULL)
        AS "isDeclined"
    FROM placed JOIN user_account o ON o.id = owner_id
      LEFT JOIN project_lock l ON l.project_id = placed.id AND l.expires_at > clock_timestamp()
      LEFT JOIN user_account e ON e.id = l.user_id
    WHERE place <= ${MAX_CARDS} ORDER BY place
  `.execute(db)
  return rows.map(toJson)
}

function columnOf(status: Status, sums: readonly StatusSum[], cards: readonly Card[]): BoardColumn {
  const own = sums.filter((sum) => sum.status === status)
  return {
    status,
    count: own.reduce((all, { count }) => all + count, 0),
    sums: own.map(({ currency, total, weighted }) => ({ currency, total, weighted })),
    cards: cards.flatMap(({ status: of, ...card }) => (of === status ? [card] : [])),
  }
}
