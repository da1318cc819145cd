import type { MachineState, SampleMachine } from '@packhouse/contract'
import type { Clock } from './clock.ts'
import { isConnected } from './fleet/connection.ts'
import { recordAt, stateAt } from './fleet/sample.ts'
import type { MachineLink } from './link/machine-link.ts'

export const BACKFILL_STEP_MS = 15_000
const FINE_MS = 8 * 3_600_000
/** Readings of older times are a minute apart, so that a week does not take long. A record speaks for its machine that long. */
const COARSE_STEP_MS = 60_000

interface BackfillParts {
  link: MachineLink
  clock: Clock
  seed: number
  historyMs: number
  stop: AbortSignal
}

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
 * Of the times that a machine owes, those of which it publishes a record. Of the last eight hours that is all of them, of the time
 * before one a minute and every change of the state: stops have the same resolution everywhere. Times in which it was away are left
 * out.
 * @param fineFrom Unix ms
 */
export function* recordTimes(
  machine: SampleMachine,
  times: Iterable<number>,
  { fineFrom, seed }: { fineFrom: number; seed: number },
): Generator<number> {
  let published: MachineState | undefined
  for (const time of times) {
    const state = isConnected(machine, time, seed) ? stateAt(machine, time, seed) : undefined
    const isDue = time >= fineFrom || time % COARSE_STEP_MS === 0 || state !== published
    published = isDue ? state : published
    if (isDue && state !== undefined) yield time
  }
}

/**
 * Publishes what a machine did since it was last heard of, in time order.
 * @param lastSeen Unix ms; null for a machine that has never published
 * @param historyMs how far back at most
 * @returns how many records were published and acknowledged
 */
export async function backfill(
  machine: SampleMachine,
  lastSeen: number | null,
  { link, clock, seed, historyMs, stop }: BackfillParts,
): Promise<number> {
  let count = 0
  const owed = owedTimes(Math.max(lastSeen ?? 0, clock.now() - historyMs), clock)
  for (const time of recordTimes(machine, owed, { fineFrom: clock.now() - FINE_MS, seed })) {
    link.open()
    await link.room()
    if (stop.aborted) return count
    link.offer({ time, payload: JSON.stringify(recordAt(machine, time, seed)) })
    count += 1
  }
  await link.drained()
  return count - link.unacknowledged
}
