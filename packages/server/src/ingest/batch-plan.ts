import { type LatestValues, type OfflineAfter, RollupAccumulator, type TelemetryRecord } from '../telemetry/index.ts'

/** How a batch of records is to be stored. */
export interface BatchPlan {
  /** Newer than everything stored of their machine: they can be copied without asking whether they are there. */
  fresh: TelemetryRecord[]
  /** Not newer: they may be there already, and if not, the time around them must be counted again. */
  late: TelemetryRecord[]
  /** Repeats within the batch itself. */
  duplicates: TelemetryRecord[]
  latest: Map<number, LatestValues>
  /** What the fresh records amount to. */
  account: RollupAccumulator
}

/** What has to be known of a machine to plan. */
export interface Known {
  /** The newest stored values, before this batch. */
  latestOf: (machineKey: number) => LatestValues | undefined
  /** How long a record speaks for the machine. */
  offlineAfterOf: (machineKey: number) => OfflineAfter
}

/** Splits a batch and works out what its fresh records add up to. Pure: nothing is changed outside the plan. */
export function planBatch(records: readonly TelemetryRecord[], machines: Known): BatchPlan {
  const plan: BatchPlan = {
    fresh: [],
    late: [],
    duplicates: [],
    latest: new Map(),
    account: new RollupAccumulator(),
  }
  for (const record of inTimeOrder(records)) {
    const stored = machines.latestOf(record.machineKey)
    const known = plan.latest.get(record.machineKey) ?? stored
    if (known === undefined || record.at > known.at) addFresh(plan, record, known, machines)
    // The same time as a record of this batch: a repeat. As or before what is stored: only the table can decide.
    else if (stored === undefined || record.at > stored.at) plan.duplicates.push(record)
    else plan.late.push(record)
  }
  return plan
}

/** The sort is stable, so of two records with the same time the one that arrived first counts. */
function inTimeOrder(records: readonly TelemetryRecord[]): TelemetryRecord[] {
  return [...records].sort((a, b) => a.at - b.at)
}

function addFresh(plan: BatchPlan, record: TelemetryRecord, known: LatestValues | undefined, machines: Known): void {
  plan.latest.set(record.machineKey, plan.account.add(known, record, machines.offlineAfterOf(record.machineKey)))
  plan.fresh.push(record)
}
