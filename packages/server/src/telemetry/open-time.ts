import type { ReportedState } from '@packhouse/contract'
import { type OfflineAfter, speaksUntil } from './offline-after.ts'
import type { LatestValues } from './record.ts'

/** A time in the state that a machine was in at last, whole Unix ms. */
export interface OpenTime {
  from: number
  to: number
  state: ReportedState
}

export type NewestState = Pick<LatestValues, 'at' | 'machineState' | 'stateSince'>

/**
 * The time in the state that goes on: since it began, until its newest record no longer speaks for the machine, and no longer
 * than until now. @param now Unix ms
 */
export function openTime(newest: NewestState | undefined, machine: OfflineAfter, now: number): OpenTime | undefined {
  if (newest === undefined || newest.stateSince === null) return undefined
  const { machineState: state, stateSince } = newest
  if (state === null || state === 'Unknown') return undefined
  const from = Math.floor(stateSince)
  const to = Math.floor(Math.min(now, speaksUntil(machine, newest.at)))
  return to > from ? { from, to, state } : undefined
}

/**
 * The part of it behind the newest record. Roll-ups have the time up to that record and get this part with the next one;
 * every answer that is made from them adds it.
 */
export function tailOf(newest: NewestState | undefined, machine: OfflineAfter, now: number): OpenTime | undefined {
  const open = openTime(newest, machine, now)
  const from = Math.floor(newest?.at ?? 0)
  return open === undefined || open.to <= from ? undefined : { ...open, from }
}
