import { MAX_PROMISES, promises } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database.ts'
import { figuresOf, type Promised } from '../promises/area.ts'
import { referenceOf } from './promise-reference.ts'

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
  const figures = figuresOf(promised)
  await assertRoom(db, machine, figures.length)
  for (const { criterion, source, styleId } of figures) {
    const draft = promises.draft.parse({ ...shared, ...criterion, source, styleId })
    const promise = await store.createIn(db, principal, draft)
    await sql`INSERT INTO claimed_promise (promise_id, ordered_machine_id) VALUES (${promise.id}, ${id})`.execute(db)
  }
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
