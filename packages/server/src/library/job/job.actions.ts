import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { refersToNothing } from '../../engine/resource/referred.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { answerJob } from './job-answer.ts'
import { assertAsksNoPrice, seesPrices, withoutPrices } from './job-prices.ts'

/** Which machines do a job. */
export function jobHandlers(cells: ResourceStore): HandlersOf<'configureJob'> {
  return {
    async configureJob({ principal, body: job, query }) {
      if (!seesPrices(principal)) assertAsksNoPrice(principal, job)
      const answer = await cells.read(principal, async (db) => {
        await assertStyle(db, job.styleId)
        return await answerJob(db, job, query)
      })
      return seesPrices(principal) ? answer : { ...answer, items: answer.items.map(withoutPrices) }
    },
  }
}

async function assertStyle(db: Transaction, styleId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM packaging_style WHERE id = ${styleId} AND deleted_at IS NULL`.execute(db)
  if (rows.length > 0) return
  const error = { path: 'body.styleId', code: 'reference', message: refersToNothing() }
  throw new ProblemError('invalid_request', `${error.path} ${error.message}`, [error])
}
