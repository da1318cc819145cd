import type { api, CallResult } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { sql } from 'kysely'
import { type Principal, rowScope } from '../../engine/principal.ts'
import { machinesOf, RECENT_MINUTES } from '../../ingest/index.ts'
import type { Database } from '../../platform/database.ts'
import { mayBeShownToStaff } from '../machine-access.ts'
import type { LetterParts } from './replay.ts'

const MOST_SENDERS = 100

type Summary = CallResult<typeof api.deadLetterSummary>

/** Whose messages were refused of late. Only staff are reported, as with the dead letters themselves. */
export async function summaryFor(database: Database, parts: LetterParts, principal: Principal): Promise<Summary> {
  if (principal.customerId !== null) return nothing
  const { aside, clock, recentSenders } = parts
  const senders = recentSenders.list().filter(mayBeShownToStaff(parts))
  return {
    minutes: RECENT_MINUTES,
    machines: machinesOf(senders),
    senders: senders.slice(0, MOST_SENDERS).map((sender) => ({
      ...sender,
      reason: declared(sender.reason),
      lastAt: new Date(sender.lastAt).toISOString(),
    })),
    notStored: await notStoredOf(database, principal),
    held: aside.held.waiting,
    clock: clock.doubt?.words ?? null,
  }
}

const nothing: Summary = {
  minutes: RECENT_MINUTES,
  machines: 0,
  senders: [],
  notStored: 0,
  held: { records: 0, machines: 0 },
  clock: null,
}

async function notStoredOf(database: Database, principal: Principal): Promise<number> {
  return await database.inScope(rowScope(principal), async (db) => {
    const { rows } = await sql<{ count: number }>`
      SELECT coalesce(sum(count), 0)::float8 AS count FROM dead_letter_overflow WHERE last_at > now() - interval '24 hours'
    `.execute(db)
    return rows[0]?.count ?? 0
  })
}
