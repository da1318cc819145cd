import type { SampleMachine } from '@packhouse/contract'
import { type Clock, sleepUntil } from './clock.ts'
import { isConnected } from './fleet/connection.ts'
import { recordAt } from './fleet/sample.ts'
import type { MachineLink } from './link/machine-link.ts'

const TICK_MS = 1000
/** Without a connection the records of this time are stored, and sent when it is back. */
export const KEEP_MS = 10 * 60_000
/** A tick that is later than this, say after the computer slept, is left out. */
const LATEST_MS = 5_000

/** When the tick after `time` is due, for a machine that publishes `phase` ms after each full second. Unix ms. */
export function tickAfter(time: number, phase: number): number {
  return Math.floor((time - phase) / TICK_MS + 1) * TICK_MS + phase
}

/**
 * Publishes a machine's state once a second, until `stop`. While it is away it has no connection either.
 * @param phase ms after the full second, so that a fleet spreads over it
 */
export async function publishLive(
  machine: SampleMachine,
  phase: number,
  { link, clock, seed, stop }: { link: MachineLink; clock: Clock; seed: number; stop: AbortSignal },
): Promise<void> {
  if (machine.behaviour === 'silent') return
  let tick = tickAfter(clock.now(), phase)
  while (!stop.aborted) {
    await sleepUntil(clock, tick, stop)
    if (stop.aborted) return
    link.dropBefore(tick - KEEP_MS)
    if (isConnected(machine, tick, seed)) {
      link.open()
      link.offer({ time: tick, payload: JSON.stringify(recordAt(machine, tick, seed)) })
    } else {
      await link.close()
    }
    tick = Math.max(tick + TICK_MS, tickAfter(clock.now() - LATEST_MS, phase))
  }
}
