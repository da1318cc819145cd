import { HOME_HISTORY_HOURS, stateGroup } from '@packhouse/contract'
import type { LiveMachine } from '../live/index.ts'
import { HOUR_MS, MINUTE_MS, startOf, tailOf } from '../telemetry/index.ts'

/**
 * The share of the overview's hours, up to the last full minute, in which the machine ran: percent with one decimal. What its
 * newest record still speaks for counts as well. Null where nothing is known of any of it.
 */
export function utilization(machine: LiveMachine, now: number): number | null {
  if (machine.values === undefined) return null
  const to = startOf(now, MINUTE_MS)
  const from = to - HOME_HISTORY_HOURS * HOUR_MS
  const tail = tailWithin(machine, { from, to })
  if (tail === 0 && machine.ring.knownMs(from, to) === 0) return null
  const running = machine.ring.runningMs(from, to) + (isRunning(machine) ? tail : 0)
  return Math.round((1000 * running) / (HOME_HISTORY_HOURS * HOUR_MS)) / 10
}

/** How much of the window the newest record still speaks for. */
function tailWithin({ values, entry }: LiveMachine, { from, to }: { from: number; to: number }): number {
  const tail = tailOf(values, entry, to)
  return tail === undefined ? 0 : Math.max(0, tail.to - Math.max(tail.from, from))
}

function isRunning({ values }: LiveMachine): boolean {
  const state = values?.machineState ?? 'Unknown'
  return state !== 'Unknown' && stateGroup(state) === 'Running'
}
