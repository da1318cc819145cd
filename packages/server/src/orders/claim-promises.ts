import { differentCriteria, MAX_PROMISES, promises, quoteContentSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database.ts'
import { referenceOf } from './promise-reference.ts'

/** What a quote promises of an ordered machine. */
export interface Promised {
  /** Of the ordered machine. */
  id: string
  number: string
  version: number | null
  /** That the quote names, and not only the library. */
  quotedSpeed: number | null
  /** For which the line was sold; null also where it was deleted since. */
  styleId: string | null
  /** The name of one that was deleted. */
  deletedStyle: string | null
  /** The day on which the quote was accepted, UTC. */
  acceptedOn: string | null
  /** The quote as it was accepted, as text; null without one. */
  content: string | null
}

type Draft = Readonly<Record<string, unknown>>

/** As staff read it, in whatever language it is claimed. */
const SPEED = { name: 'Speed', unit: 'per min' }

/**
 * What the quote says of the speed and its acceptance criteria are promises of the machine, from the day of the quote's acceptance on. The page of the
 * machine holds them against what the machine does. They are noted as those of the claim, which end with it.
 * @throws ProblemError `not_usable` where the machine would have more promises than it may have
 */
export async function enterPromises(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  machine: { machineId: string; machineID: string },
  promised: Promised,
): Promise<void> {
  const { id, number, version, acceptedOn } = promised
  const shared = {
    machineId: machine.machineId,
    reference: referenceOf(number, version),
    promisedOn: acceptedOn ?? new Date(clock.now()).toISOString().slice(0, 10),
  }
  const drafts = [...speedOf(promised), ...criteriaOf(promised)]
  await assertRoom(db, machine, drafts.length)
  for (const draft of drafts) {
    const promise = await store.createIn(db, principal, promises.draft.parse({ ...shared, ...draft }))
    await sql`INSERT INTO claimed_promise (promise_id, ordered_machine_id) VALUES (${promise.id}, ${id})`.execute(db)
  }
}

/** For the style that the line was sold for. */
function speedOf({ quotedSpeed: figure, styleId, deletedStyle }: Promised): Draft[] {
  return figure === null ? [] : [{ ...SPEED, figure, styleId, conditions: deletedStyle }]
}

/** Those of all steps of the quote: they are of every machine that is ordered with it. */
function criteriaOf({ content }: Promised): Draft[] {
  if (content === null) return []
  const { commissioning } = quoteContentSchema.parse(JSON.parse(content))
  return differentCriteria(commissioning).map((criterion) => ({ ...criterion, source: 'acceptanceCriteria' }))
}

async function assertRoom(
  db: Transaction,
  { machineId, machineID }: { machineId: string; machineID: string },
  more: number,
): Promise<void> {
  const { rows } = await sql<{ has: number }>`
    SELECT count(*)::int AS has FROM promise WHERE machine_id = ${machineId} AND deleted_at IS NULL
  `.execute(db)
  const has = rows[0]?.has ?? 0
  const words = t('claim.tooManyPromises', { machineID, has, more, max: MAX_PROMISES })
  assertThat(has + more <= MAX_PROMISES, 'not_usable', words)
}
