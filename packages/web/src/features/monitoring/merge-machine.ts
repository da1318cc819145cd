import {
  type CycleCount,
  type CycleCounts,
  HOME_HISTORY_HOURS,
  type Machine,
  type MachineDifference,
} from '@packhouse/contract'

const HOUR = 3_600_000

type ChangedCounts = MachineDifference['cycleCounts']

/**
 * The machine after a live change; what the change does not name stays. Its entries are merged by time: one with a known time replaces the
 * older one, a new one finds its place, those older than the window fall out. `total` is the server's, which counts every record.
 */
export function mergeChange(machine: Machine, change: MachineDifference): Machine {
  const { totalCycles: _cycles, cycleCounts, ...values } = change
  return { ...machine, ...values, cycleCounts: mergeCycleCounts(machine.cycleCounts, cycleCounts) } as Machine
}

/** Two changes of one machine as one: the later values, the entries of both. */
export function joinChanges(earlier: MachineDifference | undefined, later: MachineDifference): MachineDifference {
  if (earlier?.cycleCounts === undefined) return { ...earlier, ...later }
  return { ...earlier, ...later, cycleCounts: mergeCycleCounts(earlier.cycleCounts, later.cycleCounts) }
}

function mergeCycleCounts(held: ChangedCounts, change: NonNullable<ChangedCounts>): CycleCounts
function mergeCycleCounts(held: ChangedCounts, change: ChangedCounts): CycleCounts | undefined
function mergeCycleCounts(held: ChangedCounts, change: ChangedCounts) {
  if (change === undefined) return held
  const hours = held?.hours ?? change.hours ?? HOME_HISTORY_HOURS
  const entries = mergeEntries(held?.entries ?? [], change.entries)
  return { total: change.total, hours, entries: dropOlder(entries, hours * HOUR) }
}

/** Both lists by time, oldest first; where both know a time, `changed` wins. */
export function mergeEntries(held: readonly CycleCount[], changed: readonly CycleCount[]): CycleCount[] {
  const merged = [...held]
  for (const entry of changed) {
    const time = timeOf(entry)
    // Searched from the end: nearly always the newest minute grew or a newer one began.
    let place = merged.length
    while (place > 0 && timeOf(merged[place - 1]) >= time) place -= 1
    merged.splice(place, timeOf(merged[place]) === time ? 1 : 0, entry)
  }
  return merged
}

/** Without the entries that are `age` or more older than the newest: the server's clock counts, not the reader's. */
export function dropOlder(entries: CycleCount[], age: number): CycleCount[] {
  const newest = timeOf(entries.at(-1))
  const first = entries.findIndex((entry) => !(newest - timeOf(entry) >= age))
  return first > 0 ? entries.slice(first) : entries
}

function timeOf(entry: CycleCount | undefined): number {
  return entry ? Date.parse(entry.time) : Number.NaN
}

/** Whether two machines show the same, so that the older object can stay and nothing is drawn again. */
export function sameMachine(a: Machine, b: Machine): boolean {
  if (a === b) return true
  const { cycleCounts: countsA, ...valuesA } = a
  const { cycleCounts: countsB, ...valuesB } = b
  return sameValues(valuesA, valuesB) && sameCounts(countsA, countsB)
}

function sameValues(a: Omit<Machine, 'cycleCounts'>, b: Omit<Machine, 'cycleCounts'>): boolean {
  const keys = Object.keys(a) as (keyof typeof a)[]
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

function sameCounts(a: CycleCounts | undefined, b: CycleCounts | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.total !== b.total || a.hours !== b.hours || a.entries.length !== b.entries.length) return false
  return a.entries.every((entry, i) => entry.time === b.entries[i]?.time && entry.value === b.entries[i]?.value)
}
