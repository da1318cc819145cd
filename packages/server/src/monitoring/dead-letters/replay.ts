import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { type Device, PublishRefused, replayMessage, whyNotReplayed } from '../../connect/index.ts'
import { actorOf, type Principal, rowScope } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Telemetry } from '../telemetry.ts'
import { findLetter, type LetterRow } from './letters.ts'

/** How dead letters are named in the audit; they have no fields that people change. */
export const LETTERS = { name: 'deadLetter', fields: {} }

export type LetterParts = Pick<Telemetry, 'aside' | 'clock' | 'intake' | 'live' | 'recentSenders' | 'tagMaps'>

/**
 * Sends a dead letter through the intake again. No lock is held in the meantime: the ingest, which it waits for, writes the same
 * table. Two replays at once make one record, since it has the time at which the message came first.
 * @returns the letter as it is now
 * @throws ProblemError `not_found`; `not_usable` where it cannot be read by itself; `unavailable` where the ingest takes nothing at the moment
 */
export async function replayLetter(
  database: Database,
  parts: LetterParts,
  principal: Principal,
  id: string,
): Promise<LetterRow> {
  const letter = await database.inScope(rowScope(principal), (db) => findLetter(db, id), actorOf(principal))
  if (letter.replayed_at !== null) return letter
  const hindrance = whyNotReplayed(letter.encoding)
  if (hindrance !== undefined) throw new ProblemError('not_usable', hindrance)
  const refusal = await receiveAgain(parts, letter)
  return await database.inScope(
    rowScope(principal),
    async (db) => {
      await sql`
        UPDATE refused_message SET attempts = attempts + 1, tried_at = now(),
          replayed_at = ${refusal === undefined ? sql`now()` : sql`NULL`},
          code = ${refusal?.code ?? letter.code}, reason = ${refusal?.reason ?? letter.reason}
        WHERE letter_id = ${id} AND replayed_at IS NULL
      `.execute(db)
      if (refusal === undefined) await writeAudit(db, principal, LETTERS, 'replay', [auditedAs(letter)])
      return await findLetter(db, id)
    },
    actorOf(principal),
  )
}

export function auditedAs({ id, topic, device }: Pick<LetterRow, 'id' | 'topic' | 'device'>) {
  return { before: { id, rowVersion: 1, topic, device }, after: undefined }
}

async function receiveAgain(parts: LetterParts, letter: LetterRow & { payload: Buffer }) {
  try {
    const { topic, payload, encoding } = letter
    // The clock that a time was too far ahead of may have been ours: anyone who replays it says that it is right now.
    const firstArrival = letter.code === 'clock_ahead' ? clock.now() : letter.received_at.getTime()
    return await replayMessage(parts, { device: deviceOf(letter), topic, payload, encoding, firstArrival })
  } catch (error) {
    if (!(error instanceof PublishRefused)) throw error
    if (!error.passing) return { code: 'machine_unknown', reason: error.message }
    const words = t('monitoring.ingestIsFull')
    throw new ProblemError('unavailable', words, undefined, { retryAfter: 5 })
  }
}

/** A replay may do no more than the device that sent it. */
function deviceOf({ device, customer_id: customerId }: LetterRow): Device {
  const scope = customerId === null ? 'company' : 'customer'
  return { userName: device, scope, customerId, machines: new Set(), apiKeyId: undefined, source: 'replay' }
}
