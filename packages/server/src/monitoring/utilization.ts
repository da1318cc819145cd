import { HOME_HISTORY_HOURS, stateGroup } from '@packhouse/contract'
import type { LiveMachine } from '../live/index.ts'
import { HOUR_MS, MINUTE_MS, startOf, tailOf } from '../telemetry/index.ts'

/**
 * The share of the overview's hours, up to the last full minute, in which the machine ran: percent with one decimal. What its
 * newest record still speaks for counts as well.
 */
export function utilization(machine: LiveMachine, now: number): number | null {
  if (machine.values === undefined) return null
  const to = startOf(now, MINUTE_MS)
  const from = to - HOME_HISTORY_HOURS * HOUR_MS
  const running = machine.ring.runningMs(from, to) + runningTail(machine, { from, to })
  return Math.round((1000 * running) / (HOME_HISTORY_HOURS * HOUR_MS)) / 10
}

function runningTail({ values, entry }: LiveMachine, { from, to }: { from: number; to: number }): number {
  const tail = tailOf(values, entry, to)
  if (tail === undefined || stateGroup(tail.state) !== 'Running') return 0
  return Math.max(0, tail.to - Math.max(tail.from, from))
}
