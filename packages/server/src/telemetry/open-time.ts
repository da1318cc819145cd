import { type OfflineAfter, speaksUntil } from './offline-after.ts'
import type { LatestValues } from './record.ts'

/** A time in the state that a machine was in at last, Unix ms. */
export interface OpenTime {
  from: number
  to: number
  state: NonNullable<LatestValues['machineState']>
}

export type NewestState = Pick<LatestValues, 'at' | 'machineState' | 'stateSince'>

/**
 * The time in the state that goes on: since it began, until its newest record no longer speaks for the machine, and no longer
 * than until now. @param now Unix ms
 */
export function openTime(newest: NewestState | undefined, machine: OfflineAfter, now: number): OpenTime | undefined {
  if (newest === undefined || newest.machineState === null || newest.stateSince === null) return undefined
  const to = Math.min(now, speaksUntil(machine, newest.at))
  return to > newest.stateSince ? { from: newest.stateSince, to, state: newest.machineState } : undefined
}

/**
 * The part of it behind the newest record. Roll-ups have the time up to that record and get this part with the next one;
 * every answer that is made from them adds it.
 */
export function tailOf(newest: NewestState | undefined, machine: OfflineAfter, now: number): OpenTime | undefined {
  const open = openTime(newest, machine, now)
  if (newest === undefined || open === undefined || open.to <= newest.at) return undefined
  return { ...open, from: newest.at }
}
