import type pg from 'pg'
import { clock } from '../clock.ts'
import type { Backfill } from './backfill.ts'
import { runBatch } from './run-batch.ts'

/** A migration says so where it relies on all rows. */
const NEEDS = /^-- Needs backfill: (\S+)$/gm
/** Between attempts that failed for a lock or for want of time. */
const RETRY_MS = 250

/**
 * Finishes the backfills that a migration relies on: without pauses, since the start waits, and in batches that stay if the start is killed.
 * @param migration its text
 */
export async function finishNeeded(
  client: pg.ClientBase,
  migration: string,
  declared: readonly Backfill[],
): Promise<void> {
  for (const [, name] of migration.matchAll(NEEDS)) {
    const backfill = declared.find((one) => one.name === name)
    if (backfill === undefined) throw new Error(`It needs the backfill ${name}, which is not declared.`)
    await finish(client, backfill)
  }
}

async function finish(client: pg.ClientBase, backfill: Backfill): Promise<void> {
  for (;;) {
    const batch = await runBatch(client, backfill)
    if (batch?.isDone) return
    if (batch === undefined) await clock.sleep(RETRY_MS)
  }
}
