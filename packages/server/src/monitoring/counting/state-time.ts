import { type MachineState, type ReportedState, stateGroup } from '@packhouse/contract'
import type { Stretch } from './counts.queries.ts'

/** How long a machine was in each state, ms. */
export interface StateTime {
  runningMs: number
  idleMs: number
  stoppedMs: number
  faultedMs: number
}

export const NO_STATE_TIME: StateTime = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0 }

const names = {
  Running: 'runningMs',
  Idle: 'idleMs',
  Stopped: 'stoppedMs',
  Faulted: 'faultedMs',
} as const satisfies Record<MachineState, keyof StateTime>

/** Adds what of a time in one state lies in a stretch. @param sign -1 takes it away */
export function addTime(
  to: StateTime,
  time: Stretch & { state: ReportedState },
  within: Stretch,
  sign: 1 | -1 = 1,
): StateTime {
  const length = Math.min(time.to, within.to) - Math.max(time.from, within.from)
  const name = names[stateGroup(time.state)]
  return length > 0 ? { ...to, [name]: to[name] + sign * length } : to
}

export function knownMs({ runningMs, idleMs, stoppedMs, faultedMs }: StateTime): number {
  return runningMs + idleMs + stoppedMs + faultedMs
}
