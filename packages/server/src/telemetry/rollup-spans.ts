import { type MachineState, stateGroup } from '@packhouse/contract'
import type { StateOrUnknown, TelemetryRecord } from './record.ts'
import { HOUR_MS, MINUTE_MS, type Rollup, RollupTable } from './rollup.ts'

/** The spans that are rolled up, with their tables: one more span is one more line here. Lengths in ms. */
/** The tables of roll-ups. */
export type RollupTableName = 'minute_rollup' | 'hour_rollup'

const spans = { minute_rollup: MINUTE_MS, hour_rollup: HOUR_MS } as const satisfies Record<RollupTableName, number>
export const rollupTables = Object.keys(spans) as RollupTableName[]

/** The roll-ups of every span: whatever is counted, each of them gets it. */
export class RollupSpans {
  readonly #tables = new Map(rollupTables.map((table) => [table, new RollupTable(spans[table])]))

  /** The rows of a table in the order of its key. */
  rows(table: RollupTableName): Rollup[] {
    return this.#tables.get(table)?.rows() ?? []
  }

  /** Adds a record. @param cycles counted since the record before it; @param rejects likewise */
  add(record: TelemetryRecord, cycles: number, rejects: number): void {
    for (const table of this.#tables.values()) table.add(record, cycles, rejects)
  }

  /** Corrects the steps that were counted at a record. @param at its time, Unix ms */
  addSteps(machineKey: number, at: number, cycles: number, rejects: number): void {
    for (const table of this.#tables.values()) table.addSteps(machineKey, at, cycles, rejects)
  }

  /** Adds the time from `from` to `to` (Unix ms) to a state. */
  addHeld(machineKey: number, state: StateOrUnknown, from: number, to: number): void {
    const group = groupOf(state)
    if (group === undefined) return
    for (const table of this.#tables.values()) table.addHeld(machineKey, group, from, to)
  }

  /** Takes the time from `from` to `to` (Unix ms) from one state and adds it to another. */
  moveHeld(machineKey: number, [before, after]: readonly [StateOrUnknown, StateOrUnknown], from: number, to: number) {
    const [left, entered] = [groupOf(before), groupOf(after)]
    if (left === entered) return
    for (const table of this.#tables.values()) {
      if (left !== undefined) table.addHeld(machineKey, left, from, to, -1)
      if (entered !== undefined) table.addHeld(machineKey, entered, from, to)
    }
  }
}

/** What is not known adds to no state. */
function groupOf(state: StateOrUnknown): MachineState | undefined {
  return state === 'Unknown' ? undefined : stateGroup(state)
}
