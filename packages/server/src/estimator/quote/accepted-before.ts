import { quoteContentSchema } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import type { AcceptParts } from './accept-quote.ts'
import { enterMachines } from './ordered-machines.ts'
import { findAcceptance, readLinks } from './quote-links.queries.ts'
import { takeChoices } from './take-choices.ts'

/** Quotes that were accepted before their machines were entered and their projects showed what was taken. */
export function acceptedBeforeHandlers(
  parts: Pick<AcceptParts, 'database' | 'orderedMachines'>,
): HandlersOf<'enterOrderedMachines'> {
  return {
    async enterOrderedMachines({ principal }) {
      const { rows } = await sql<{ id: string }>`
        SELECT a.project_id AS id FROM quote_acceptance a JOIN project p ON p.id = a.project_id
        WHERE p.deleted_at IS NULL AND p.status = 'won' ORDER BY a.accepted_at
      `.execute(parts.database.system)
      const sum = { entered: 0, notEntered: 0 }
      for (const { id } of rows) {
        const { entered, notEntered } = await enterOf(parts, principal, id)
        sum.entered += entered
        sum.notEntered += notEntered
      }
      return sum
    },
  }
}

/** Each quote is a transaction of its own: what is done stays, and of two who ask at once one finds what the other has entered. */
async function enterOf(
  { database, orderedMachines }: Pick<AcceptParts, 'database' | 'orderedMachines'>,
  principal: Principal,
  projectId: string,
): ReturnType<typeof enterMachines> {
  return await database.system.transaction().execute(async (db) => {
    await sql`SELECT FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(db)
    const acceptance = await findAcceptance(db, projectId)
    const [link] = acceptance === undefined ? [] : await readLinks(db, sql`l.id = ${acceptance.linkId}`)
    if (acceptance === undefined || link === undefined) return { entered: 0, notEntered: 0 }
    const content = quoteContentSchema.parse(JSON.parse(link.content))
    const order = { projectId, content, choices: acceptance.choices }
    await takeChoices(db, principal, order)
    return await enterMachines(db, orderedMachines, principal, order)
  })
}
