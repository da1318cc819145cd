import type { SampleMachine } from '@packhouse/contract'
import { fraction, hashText } from './random.ts'

/** A flaky machine is away once in each of these spans, for this long. */
export const FLAKY_SPAN_MS = 25 * 60_000
export const FLAKY_AWAY_MS = 6 * 60_000
/** At the start and at the end of a span it is there, so that two absences never join. */
const FLAKY_PRESENT_MS = 2 * 60_000

/**
 * Whether a machine can publish at a moment. It works on while it cannot: only nobody hears of it.
 * @param time Unix ms
 */
export function isConnected(machine: SampleMachine, time: number, seed: number): boolean {
  if (machine.behaviour === 'silent') return false
  if (machine.behaviour === 'steady') return true
  const span = Math.floor(time / FLAKY_SPAN_MS)
  const freedom = FLAKY_SPAN_MS - FLAKY_AWAY_MS - 2 * FLAKY_PRESENT_MS
  const start = FLAKY_PRESENT_MS + fraction(hashText(machine.machineID, seed + 1), span) * freedom
  const within = time - span * FLAKY_SPAN_MS
  return within < start || within >= start + FLAKY_AWAY_MS
}
