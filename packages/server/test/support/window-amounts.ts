import { type ReportedState, stateGroup } from '@packhouse/contract'
import { held, type StoredRecord, stepBetween } from './recount.ts'

/** What a window of one machine amounts to, by the names of the calls. */
export interface WindowAmounts {
  records: number
  cycles: number
  rejects: number
  runningMs: number
  idleMs: number
  stoppedMs: number
  faultedMs: number
}

/** A record's part: everything that counts at its time. */
interface Step {
  at: number
  cycles: number
  rejects: number
}

/** Counts windows of one machine in the plainest way there is, as docs/counting.md says: record by record. */
export class PlainMachine {
  readonly #steps: Step[] = []
  readonly #records: readonly StoredRecord[]

  constructor(records: readonly StoredRecord[]) {
    this.#records = records
    let cycles: { at: number; cycles: number } | undefined
    let rejects: { at: number; cycles: number } | undefined
    for (const { at, totalCycles, totalRejects } of records.toSorted((a, b) => a.at - b.at)) {
      const step = { at, cycles: 0, rejects: 0 }
      if (totalCycles !== null) {
        step.cycles = stepBetween(cycles, { at, cycles: totalCycles })
        cycles = { at, cycles: totalCycles }
      }
      if (totalRejects !== null && totalRejects !== undefined) {
        step.rejects = stepBetween(rejects, { at, cycles: totalRejects })
        rejects = { at, cycles: totalRejects }
      }
      this.#steps.push(step)
    }
  }

  /** @param now nothing behind it counts; all times are Unix ms, `to` exclusive */
  amounts({ from, to }: { from: number; to: number }, now: number): WindowAmounts {
    const end = Math.min(to, now)
    const sums = { records: 0, cycles: 0, rejects: 0, runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0 }
    for (const step of this.#steps) {
      if (step.at < from || step.at >= end) continue
      sums.records += 1
      sums.cycles += step.cycles
      sums.rejects += step.rejects
    }
    for (const stay of held(this.#records, now)) {
      const length = Math.min(stay.to, end) - Math.max(stay.from, from)
      if (length > 0) sums[msOf(stay.state)] += length
    }
    return sums
  }
}

function msOf(state: string): 'runningMs' | 'idleMs' | 'stoppedMs' | 'faultedMs' {
  const group = stateGroup(state as ReportedState)
  return group === 'Running'
    ? 'runningMs'
    : group === 'Idle'
      ? 'idleMs'
      : group === 'Stopped'
        ? 'stoppedMs'
        : 'faultedMs'
}
