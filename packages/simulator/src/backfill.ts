import type { SampleMachine } from '@packhouse/contract'
import type { Clock } from './clock.ts'
import { isConnected } from './fleet/connection.ts'
import { recordAt } from './fleet/sample.ts'
import type { MachineLink } from './link/machine-link.ts'

const BACKFILL_MS = 8 * 3_600_000
export const BACKFILL_STEP_MS = 15_000

/**
 * The times of the records a machine owes: after `since`, until the clock has caught up. The clock is read again for
 * each, because publishing takes time too.
 * @param since Unix ms
 */
export function* owedTimes(since: number, clock: Clock): Generator<number> {
  for (let time = nextStep(since); time <= clock.now(); time += BACKFILL_STEP_MS) yield time
}

/** On a fixed grid, so that what two runs owe falls onto the same times and is counted once. */
function nextStep(time: number): number {
  return (Math.floor(time / BACKFILL_STEP_MS) + 1) * BACKFILL_STEP_MS
}

/**
 * Publishes what a machine did since it was last heard of, at most eight hours back, in time order. While it was away
 * it published nothing, and that stays so.
 * @param lastSeen Unix ms; null for a machine that has never published
 * @returns how many records were published and acknowledged
 */
export async function backfill(
  machine: SampleMachine,
  lastSeen: number | null,
  { link, clock, seed, stop }: { link: MachineLink; clock: Clock; seed: number; stop: AbortSignal },
): Promise<number> {
  let count = 0
  for (const time of owedTimes(Math.max(lastSeen ?? 0, clock.now() - BACKFILL_MS), clock)) {
    if (!isConnected(machine, time, seed)) continue
    link.open()
    await link.room()
    if (stop.aborted) return count
    link.offer({ time, payload: JSON.stringify(recordAt(machine, time, seed)) })
    count += 1
  }
  await link.drained()
  return count - link.unacknowledged
}
