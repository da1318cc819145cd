/** A machine that was silent for so long reports nothing of the time any more. */
const FORGET_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** Clocks that differ from ours by the same amount, give or take this, speak of our clock and not of theirs. */
const SAME_MS = 60_000
/** What is sent late comes nearer and nearer; a clock that is behind stays behind. */
const STEADY_MS = 30_000

interface Lead {
  /** The minute, by the monotonic clock, of `lead`. */
  minute: number
  /** How far its newest record was ahead of us in that minute, ms; behind us where it is below zero. */
  lead: number
  /** The same of the minute before. */
  before: number | undefined
  lastAt: number
}

/** What the clocks of the machines say of ours. `offsetMs` is above zero where we are behind. */
export type SenderVerdict =
  | { kind: 'unknown' }
  | { kind: 'agree' }
  | { kind: 'differ'; offsetMs: number; machines: number; of: number }

/** How far the clocks of the machines are from ours, by the times of their newest records. */
export class SenderClocks {
  readonly #differenceMs: number
  readonly #needed: number
  readonly #leads = new Map<number, Lead>()

  /** @param needed so many machines must say the same; 0 asks none */
  constructor(differenceMs: number, needed: number) {
    this.#differenceMs = differenceMs
    this.#needed = needed
  }

  /** @param leadMs time of the record minus the time of its arrival; @param now of the monotonic clock, ms */
  note(machineKey: number, leadMs: number, now: number): void {
    const minute = Math.floor(now / MINUTE_MS)
    const known = this.#leads.get(machineKey)
    if (known === undefined) {
      this.#leads.set(machineKey, { minute, lead: leadMs, before: undefined, lastAt: now })
      return
    }
    known.lastAt = now
    if (known.minute === minute) {
      if (leadMs > known.lead) known.lead = leadMs
      return
    }
    known.before = known.minute === minute - 1 ? known.lead : undefined
    known.minute = minute
    known.lead = leadMs
  }

  /** Our own clock was set: what was compared with it before is of no use. */
  clear(): void {
    this.#leads.clear()
  }

  verdict(now: number): SenderVerdict {
    if (this.#needed === 0) return { kind: 'unknown' }
    const ahead: number[] = []
    const behind: number[] = []
    let fresh = 0
    for (const [key, { lead, before, lastAt }] of this.#leads) {
      if (now - lastAt > FORGET_MS) this.#leads.delete(key)
      else if (lead > this.#differenceMs) ahead.push(lead)
      else if (lead >= -this.#differenceMs) fresh += 1
      else if (before !== undefined && Math.abs(lead - before) <= STEADY_MS) behind.push(lead)
    }
    const of = this.#leads.size
    const early = agreement(ahead)
    // What is sent late is behind without any clock being wrong: only those that are on time or ahead count against it.
    if (early.machines >= this.#needed && early.machines > fresh) return { kind: 'differ', ...early, of }
    const late = agreement(behind)
    if (late.machines >= this.#needed && late.machines * 2 > of) return { kind: 'differ', ...late, of }
    return fresh >= this.#needed && fresh > ahead.length ? { kind: 'agree' } : { kind: 'unknown' }
  }
}

/** How many of the leads are about the same, and what they are in the middle. */
function agreement(leads: number[]): { offsetMs: number; machines: number } {
  const sorted = leads.sort((a, b) => a - b)
  const offsetMs = sorted[Math.floor(sorted.length / 2)] ?? 0
  return { offsetMs, machines: sorted.filter((lead) => Math.abs(lead - offsetMs) <= SAME_MS).length }
}
