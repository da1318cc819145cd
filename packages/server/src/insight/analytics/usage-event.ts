import type { UsageKind } from '@packhouse/contract'

/** Something that somebody did, on its way into the store. */
export interface StoredEvent {
  /** Unix ms */
  at: number
  userId: string
  customerId: string | null
  kind: UsageKind
  /** A known name: a route pattern of the web, a named action, or a call of the API. */
  name: string
  /** More than 1 for calls of the API that were counted before. */
  n: number
  sessionId: string | undefined
  durationMs: number
}

/** Events that count once together, however often they arrive. */
export interface EventBatch {
  id: string
  userId: string
  events: readonly StoredEvent[]
}

export const QUARTER_MS = 15 * 60_000
export const QUARTERS_A_DAY = 96

/** The quarter hour of a time, counted from the epoch. */
export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER_MS)
}
