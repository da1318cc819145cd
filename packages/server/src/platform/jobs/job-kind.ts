import type { z } from 'zod'
import type { Db } from '../database.ts'

/** Says that trying again is of no use. Its message is the reason that staff read. */
export class FinalFailure extends Error {}

/** What became of an attempt. `waiting`: there will be another one. */
export type Outcome =
  | { state: 'done'; attempts: number }
  | { state: 'waiting'; attempts: number; reason: string | null; nextAttemptAt: Date }
  | { state: 'dead'; attempts: number; reason: string }

/** Work that is queued in the transaction of what it reports of, and tried until it is done or has failed too often. */
export interface JobKind<Payload = unknown> {
  /** As in the database: `mail`. */
  kind: string
  /** Names the record that it is about. Secrets stay in that record, where they are sealed. */
  payload: z.ZodType<Payload>
  /**
   * May run twice after a crash. A FinalFailure ends the attempts; any other error is tried again. Its message is the reason.
   * @param attempt the signal is aborted when the product stops, and when nine tenths of the lease are over; `reason` is why the attempt before
   * failed
   */
  run(payload: Payload, attempt: { signal: AbortSignal; reason: string | null }): Promise<void>
  /** Writes down what became of it where people look, in the transaction that changes the queue. */
  record?(db: Db, payload: Payload, outcome: Outcome): Promise<void>
  /** It speaks to the outside: it waits while a restored copy is paused. */
  isOutgoing?: true
  /** How often it is tried. */
  attempts: number
  /** The pause after the first attempt in seconds, by how much each is longer than the one before, and the longest. */
  backoff: { first: number; factor: number; longest: number }
  /** Seconds after which an attempt counts as lost with its process; more than an attempt can take. */
  leaseSeconds: number
  /** How many a process runs at once. */
  atOnce: number
}

/** Work that is due again and again, in one process at a time, wherever it ran last. */
export interface PeriodicJob {
  /** In words for the log and for staff, and the name of its lease: 'Remove old sessions'. */
  name: string
  /** From one success to the next run. */
  everyMs: number
  /** Due at the start of a process as well, for what depends on what happened while none ran. */
  atStart?: true
  /** How long a process leaves it alone after its start. */
  afterStartMs?: number
  /** @param signal aborted when the product stops or the lease is lost; what is interrupted is due again */
  run: (signal: AbortSignal) => Promise<void>
}

const LONGEST_REASON = 500

/** One line that PostgreSQL can store, whatever a server of others has said. */
export function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_REASON)
    .toWellFormed()
}

/** @param tries attempts so far, 1 after the first. @returns seconds */
export function pauseAfter({ backoff: { first, factor, longest } }: Pick<JobKind, 'backoff'>, tries: number): number {
  return Math.min(first * factor ** (tries - 1), longest)
}
