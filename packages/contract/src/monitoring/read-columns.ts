import type { CycleCount, Machine, MachineColumns, MachineList } from './machine.ts'

const MINUTE_MS = 60_000

/** The list that was sent as columns. */
export function readColumns({ hours, from, fields, machines }: MachineColumns): MachineList {
  const timeOf = minuteNames(Date.parse(from))
  return {
    count: machines.length,
    machines: machines.map(([values, total, first, cycles]) => {
      const entries: CycleCount[] = []
      cycles.forEach((value, index) => {
        if (value !== null) entries.push({ time: timeOf(first + index), value })
      })
      const named = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null]))
      return { ...named, cycleCounts: { total, hours, entries } } as Machine
    }),
  }
}

/** Names minutes. Machines report of the same ones, and a name that is made once takes the memory of one. */
function minuteNames(start: number): (minute: number) => string {
  const names: (string | undefined)[] = []
  return (minute) => {
    const name = names[minute] ?? new Date(start + minute * MINUTE_MS).toISOString()
    names[minute] = name
    return name
  }
}
