import {
  projectItems,
  projectOptionalExtras,
  type QuoteChoices,
  type QuoteContent,
  type Resource,
  takenOf,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Transaction } from '../../platform/database.ts'
import { priceChangedProjects } from '../pricing/price-changed-projects.ts'
import { readRows } from '../pricing/read-priced-project.ts'

/** What was accepted of a project. */
export interface AcceptedQuote {
  projectId: string
  content: QuoteContent
  choices: QuoteChoices
}

/**
 * Makes of a project what its customer has accepted: an alternative that was taken stands in the place of its line, which becomes the alternative, and
 * of the extras those are selected that were taken. Every list, sum and version shows from then on what was signed.
 * @param principal in whose name it is done
 */
export async function takeChoices(db: Transaction, principal: Principal, order: AcceptedQuote): Promise<void> {
  const parts: readonly Resource[] = [projectItems, projectOptionalExtras]
  const read = () => Promise.all(parts.map((part) => readRows(db, part, 'projectId', order.projectId)))
  const before = await read()
  await writeChoices(db, principal.userId, order)
  const after = await read()
  for (const [place, part] of parts.entries()) {
    const rows = new Map(after[place]?.map((row) => [row.id, row]))
    const changes = (before[place] ?? []).map((row) => ({ before: row, after: rows.get(row.id) }))
    const changed = changes.filter((one) => one.after?.rowVersion !== one.before.rowVersion)
    if (changed.length > 0) await writeAudit(db, principal, part, 'update', changed)
  }
}

/** The same without an entry in the history. */
export async function writeChoices(
  db: Transaction,
  userId: string | null,
  { content, choices }: Pick<AcceptedQuote, 'content' | 'choices'>,
): Promise<void> {
  const taken = takenOf(content, choices)
  await takeAlternatives(db, userId, content, taken)
  await takeExtras(db, userId, content, taken)
  await priceChangedProjects(db)
}

async function takeAlternatives(
  db: Transaction,
  userId: string | null,
  { items }: QuoteContent,
  taken: ReadonlySet<string>,
): Promise<void> {
  for (const { id: main, alternatives } of items) {
    const chosen = alternatives.find(({ id }) => taken.has(id))?.id
    if (chosen === undefined) continue
    const { rows } = await sql<{ sort: number }>`
      SELECT sort FROM project_item WHERE id = ${chosen} AND alternative_to_id = ${main}
    `.execute(db)
    const place = rows[0]?.sort
    if (place === undefined) continue
    const stamps = sql`updated_at = now(), updated_by = ${userId}, row_version = line.row_version + 1`
    // One after the other: an alternative to an alternative is refused at each moment.
    await sql`
      UPDATE project_item line SET alternative_to_id = NULL, section = main.section, sort = main.sort, ${stamps}
      FROM project_item main WHERE main.id = ${main} AND line.id = ${chosen}
    `.execute(db)
    await sql`
      UPDATE project_item line SET alternative_to_id = ${chosen}, ${stamps} WHERE alternative_to_id = ${main}
    `.execute(db)
    await sql`
      UPDATE project_item line SET alternative_to_id = ${chosen}, sort = ${place}, ${stamps} WHERE id = ${main}
    `.execute(db)
  }
}

async function takeExtras(
  db: Transaction,
  userId: string | null,
  { extras }: QuoteContent,
  taken: ReadonlySet<string>,
): Promise<void> {
  const [all, chosen] = [extras.map(({ id }) => id), extras.map(({ id }) => id).filter((id) => taken.has(id))]
  await sql`
    UPDATE project_optional_extra SET selected = NOT selected, updated_at = now(), updated_by = ${userId}, row_version = row_version + 1
    WHERE id = ANY(${all}::uuid[]) AND selected <> (id = ANY(${chosen}::uuid[]))
  `.execute(db)
}
