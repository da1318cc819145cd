import { MAX_REPLAYED } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { whyNotReplayed } from '../../connect/index.ts'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf, type Principal, rowScope } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Database } from '../../platform/database.ts'
import { type Chosen, chosenLetters, conditions, findLetter, type LetterRow, listLetters, toLetter } from './letters.ts'
import { auditedAs, LETTERS, type LetterParts, replayLetter } from './replay.ts'
import { summaryFor } from './summary.ts'

type LetterCalls =
  | 'listDeadLetters'
  | 'deadLetterSummary'
  | 'getDeadLetter'
  | 'replayDeadLetter'
  | 'replayDeadLetters'
  | 'discardDeadLetter'
  | 'discardDeadLetters'

/** Messages that were refused. Only staff are shown any: row-level security gives customers none. */
export function deadLetterHandlers(database: Database, parts: LetterParts): HandlersOf<LetterCalls> {
  return {
    listDeadLetters: ({ principal, query: { page, pageSize, after, ...chosen }, reply }) => {
      reply.header('cache-control', 'no-store')
      return database.inScope(rowScope(principal), (db) => listLetters(db, chosen, { page, pageSize, after }))
    },

    deadLetterSummary: async ({ principal, reply }) => {
      reply.header('cache-control', 'no-store')
      return await summaryFor(database, parts, principal)
    },

    getDeadLetter: async ({ principal, params, reply }) => {
      reply.header('cache-control', 'no-store')
      const { payload, ...row } = await database.inScope(rowScope(principal), (db) => findLetter(db, params.id))
      return { ...toLetter(row), ...readable(payload) }
    },

    replayDeadLetter: async ({ principal, params }) =>
      toLetter(await replayLetter(database, parts, principal, params.id)),

    replayDeadLetters: async ({ principal, body: { after, ...chosen } = {} }) => {
      const found = await database.inScope(rowScope(principal), (db) => chosenLetters(db, chosen, after, MAX_REPLAYED))
      const letters: LetterRow[] = []
      // One after the other: counters of a machine go on from each to the next.
      for (const { id, encoding } of found)
        if (whyNotReplayed(encoding) === undefined) letters.push(await replayLetter(database, parts, principal, id))
      const replayed = letters.filter((letter) => letter.replayed_at !== null).length
      const last = found.length < MAX_REPLAYED ? null : (found.at(-1)?.id ?? null)
      return { replayed, refused: found.length - replayed, last }
    },

    discardDeadLetter: async ({ principal, params }) => {
      const discarded = await discard(database, principal, { ids: [params.id], replayed: 'with' })
      parts.aside.letters.recount()
      assertThat(discarded > 0, 'not_found', t('monitoring.noSuchDeadLetter'))
    },

    discardDeadLetters: async ({ principal, body }) => {
      const discarded = await discard(database, principal, { ...body })
      parts.aside.letters.recount()
      return { discarded }
    },
  }
}

async function discard(database: Database, principal: Principal, chosen: Chosen): Promise<number> {
  return await database.inScope(
    rowScope(principal),
    async (db) => {
      const { rows } = await sql<Pick<LetterRow, 'id' | 'topic' | 'device'>>`
        DELETE FROM refused_message WHERE ${conditions(chosen)} RETURNING letter_id AS id, topic, device
      `.execute(db)
      await writeAudit(db, principal, LETTERS, 'discard', rows.map(auditedAs))
      return rows.length
    },
    actorOf(principal),
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readable(payload: Buffer): { encoding: 'text' | 'base64'; payload: string } {
  try {
    return { encoding: 'text', payload: utf8.decode(payload) }
  } catch {
    return { encoding: 'base64', payload: payload.toString('base64') }
  }
}
