import { reportedStates } from '@packhouse/contract'
import type { LedgerEntry } from './ledger.ts'

/** How far back the stories begin: old enough to be sealed at once, and within a day of the limits of nothing. */
const BACK_MS = 20 * 3_600_000
const STEP_MS = 700
/** A silence that is longer than a record speaks for its machine. */
const SILENCE_MS = 150_000

/** What one machine reports, record after record: counters that are reset now and then, states, silences and gaps. */
export class MachineStory {
  readonly machineID: string
  readonly #random: () => number
  #at: number
  #cycles: number
  #rejects = 0

  constructor(machineID: string, random: () => number) {
    this.machineID = machineID
    this.#random = random
    // Shortly before a whole hour, so that even a short story has records in two blocks.
    const hour = Math.floor((Date.now() - BACK_MS) / 3_600_000) * 3_600_000
    this.#at = hour - Math.floor(random() * 60_000)
    this.#cycles = Math.floor(random() * 1000)
  }

  next(): LedgerEntry {
    const chance = (of: number) => this.#random() < of
    this.#at += 1 + Math.floor(this.#random() * (chance(0.01) ? SILENCE_MS : STEP_MS))
    this.#cycles = chance(0.002) ? 0 : this.#cycles + Math.floor(this.#random() * 3)
    this.#rejects = chance(0.002) ? 0 : this.#rejects + (chance(0.1) ? 1 : 0)
    return {
      machineID: this.machineID,
      at: this.#at,
      totalCycles: chance(0.9) ? this.#cycles : null,
      totalRejects: chance(0.3) ? this.#rejects : null,
      cyclesPerMin: chance(0.3) ? Math.floor(this.#random() * 60) : null,
      temperature: chance(0.3) ? Math.floor(this.#random() * 40) / 2 : null,
      humidity: null,
      machineState: chance(0.2) ? this.#state() : null,
    }
  }

  #state(): string {
    return reportedStates[Math.floor(this.#random() * reportedStates.length)] ?? 'Running'
  }
}

/** The record as a device sends it: what it does not report is missing. */
export function payloadOf({ machineID: _topic, at, ...fields }: LedgerEntry): Record<string, unknown> {
  const values = Object.entries(fields).filter(([, value]) => value !== null)
  return { lastSeen: new Date(at).toISOString(), ...Object.fromEntries(values) }
}
