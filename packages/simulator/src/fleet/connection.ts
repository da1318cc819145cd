import type { SampleMachine } from '@packhouse/contract'
import { fraction, hashText } from './random.ts'

/** A flaky machine is away once in each of these spans, for this long. */
export const FLAKY_SPAN_MS = 25 * 60_000
export const FLAKY_AWAY_MS = 6 * 60_000
/** At the start and at the end of a span it is there, so that two absences never join. */
const FLAKY_PRESENT_MS = 2 * 60_000

/**
 * Whether a machine is switched on and can publish at a moment.
 * @param time Unix ms
 */
export function isConnected(machine: SampleMachine, time: number, seed: number): boolean {
  if (machine.behaviour === 'silent') return false
  if (machine.behaviour === 'steady') return true
  const { within, start } = absenceOf(machine, time, seed)
  return within < start || within >= start + FLAKY_AWAY_MS
}

/**
 * For how long a machine was switched off between two moments; its work waits in the meantime.
 * @param from Unix ms
 * @param to Unix ms
 * @returns ms
 */
export function timeAway(machine: SampleMachine, from: number, to: number, seed: number): number {
  return machine.behaviour === 'flaky' ? awayUntil(machine, to, seed) - awayUntil(machine, from, seed) : 0
}

function awayUntil(machine: SampleMachine, time: number, seed: number): number {
  const { span, within, start } = absenceOf(machine, time, seed)
  return span * FLAKY_AWAY_MS + Math.min(Math.max(within - start, 0), FLAKY_AWAY_MS)
}

/** The span a moment lies in, how far into it, and where in it the absence starts. */
function absenceOf(machine: SampleMachine, time: number, seed: number) {
  const span = Math.floor(time / FLAKY_SPAN_MS)
  const freedom = FLAKY_SPAN_MS - FLAKY_AWAY_MS - 2 * FLAKY_PRESENT_MS
  const start = FLAKY_PRESENT_MS + Math.floor(fraction(hashText(machine.machineID, seed + 1), span) * freedom)
  return { span, within: time - span * FLAKY_SPAN_MS, start }
}
