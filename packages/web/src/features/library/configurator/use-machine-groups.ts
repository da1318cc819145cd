import type { JobMachine } from '@packhouse/contract'
import { useMemo, useState } from 'react'
import { groupByVerdict, type MachineGroups, refillGroups } from './machine-groups.ts'

/** Machines in their groups. While a figure is typed each stays in its place, with the new figures. */
export function useMachineGroups(machines: readonly JobMachine[], isTyping: boolean): MachineGroups {
  const [settled, setSettled] = useState(() => ({ of: machines, groups: groupByVerdict(machines) }))
  if (!isTyping && settled.of !== machines) setSettled({ of: machines, groups: groupByVerdict(machines) })
  return useMemo(
    () =>
      settled.of === machines
        ? settled.groups
        : isTyping
          ? refillGroups(settled.groups, machines)
          : groupByVerdict(machines),
    [settled, machines, isTyping],
  )
}
