import type { LatestValues, TelemetryRecord } from './record.ts'
import { cyclesBetween, mergeLatest } from './record.ts'
import { HOUR_MS, MINUTE_MS, RollupTable, startOf } from './rollup.ts'

/** How a batch of records is to be stored. */
export interface BatchPlan {
  /** Newer than everything stored of their machine: they can be copied without asking whether they are there. */
  fresh: TelemetryRecord[]
  /** Not newer: they may be there already, and if not, minutes must be counted again. */
  late: TelemetryRecord[]
  /** Repeats within the batch itself. */
  duplicates: number
  latest: Map<number, LatestValues>
  /** Cycles the fresh records add to each minute, by machine, in time order. */
  added: Map<number, { at: number; cycles: number }[]>
  minutes: RollupTable
  hours: RollupTable
}

/**
 * Splits a batch and works out what its fresh records add up to. Pure: nothing is changed outside the plan.
 * @param latestOf the newest stored values of a machine, before this batch
 */
export function planBatch(
  records: readonly TelemetryRecord[],
  latestOf: (machineKey: number) => LatestValues | undefined,
): BatchPlan {
  const plan: BatchPlan = {
    fresh: [],
    late: [],
    duplicates: 0,
    latest: new Map(),
    added: new Map(),
    minutes: new RollupTable(MINUTE_MS),
    hours: new RollupTable(HOUR_MS),
  }
  for (const record of inTimeOrder(records)) {
    const stored = latestOf(record.machineKey)
    const known = plan.latest.get(record.machineKey) ?? stored
    if (known === undefined || record.at > known.at) addFresh(plan, record, known)
    // The same time as a record of this batch: a repeat. As or before what is stored: only the table can tell.
    else if (stored === undefined || record.at > stored.at) plan.duplicates += 1
    else plan.late.push(record)
  }
  return plan
}

/** The sort is stable, so of two records with the same time the one that arrived first counts. */
function inTimeOrder(records: readonly TelemetryRecord[]): TelemetryRecord[] {
  return [...records].sort((a, b) => a.at - b.at)
}

function addFresh(plan: BatchPlan, record: TelemetryRecord, known: LatestValues | undefined): void {
  const cycles = cyclesBetween(known, record)
  plan.fresh.push(record)
  plan.latest.set(record.machineKey, mergeLatest(known, record))
  plan.minutes.add(record, cycles)
  plan.hours.add(record, cycles)
  const at = startOf(record.at, MINUTE_MS)
  const added = plan.added.get(record.machineKey) ?? []
  const minute = added.at(-1)
  if (minute?.at === at) minute.cycles += cycles
  else added.push({ at, cycles })
  plan.added.set(record.machineKey, added)
}
