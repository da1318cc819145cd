import type { Machine, MachineList, MachineListChanges } from './machine.ts'

type Change = MachineListChanges['machines'][number]

/**
 * The list that somebody has by now who had `list` and was answered `changes`; `list` stays as it is. A machine of which nothing has
 * changed stays the same object.
 */
export function applyListChanges(list: MachineList, { from, machines }: MachineListChanges): MachineList {
  const changes = new Map(machines.map((change) => [change.machineID, change]))
  return {
    count: list.count,
    machines: list.machines.map((machine) => withoutOlder(withChange(machine, changes.get(machine.machineID)), from)),
  }
}

function withChange(machine: Machine, change: Change | undefined): Machine {
  if (change === undefined) return machine
  const { cycleCounts, ...values } = change
  if (cycleCounts === undefined) return { ...machine, ...values } as Machine
  const { from, entries, ...counts } = cycleCounts
  const before = machine.cycleCounts?.entries.filter(({ time }) => time < from) ?? []
  return { ...machine, ...values, cycleCounts: { ...counts, entries: [...before, ...entries] } } as Machine
}

/** Without the entries before the window. All times are of one form, so that they compare as text. */
function withoutOlder(machine: Machine, from: string | null): Machine {
  const { cycleCounts } = machine
  const oldest = cycleCounts?.entries[0]
  if (from === null || oldest === undefined || oldest.time >= from) return machine
  const first = cycleCounts?.entries.findIndex(({ time }) => time >= from) ?? -1
  const entries = first === -1 ? [] : cycleCounts?.entries.slice(first)
  return { ...machine, cycleCounts: { ...cycleCounts, entries } } as Machine
}
