import type { JobMachine, JobVerdict } from '@packhouse/contract'

/** Machines by their verdict, each group in the order of the answer. */
export type MachineGroups = Readonly<Record<JobVerdict, readonly JobMachine[]>>

export function groupByVerdict(machines: readonly JobMachine[]): MachineGroups {
  const of = (verdict: JobVerdict) => machines.filter((one) => one.verdict === verdict)
  return { fits: of('fits'), fitsIf: of('fitsIf'), unknown: of('unknown'), doesNotFit: of('doesNotFit') }
}

/** New figures in the places that machines had before, so that nothing moves under a finger; what is new follows in its group. */
export function refillGroups(before: MachineGroups, machines: readonly JobMachine[]): MachineGroups {
  const left = new Map(machines.map((one) => [one.machine.id, one]))
  const take = (id: string) => {
    const found = left.get(id)
    left.delete(id)
    return found === undefined ? [] : [found]
  }
  const stay = (verdict: JobVerdict) => before[verdict].flatMap(({ machine }) => take(machine.id))
  const stayed = {
    fits: stay('fits'),
    fitsIf: stay('fitsIf'),
    unknown: stay('unknown'),
    doesNotFit: stay('doesNotFit'),
  }
  const added = groupByVerdict([...left.values()])
  const both = (verdict: JobVerdict) => [...stayed[verdict], ...added[verdict]]
  return { fits: both('fits'), fitsIf: both('fitsIf'), unknown: both('unknown'), doesNotFit: both('doesNotFit') }
}

/** The end of the axis: a round number above every figure on it. */
export function axisEnd(figures: readonly (number | null)[]): number {
  const most = Math.max(10, ...figures.filter((one) => one !== null)) * 1.05
  const step = 10 ** Math.floor(Math.log10(most))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * step).find((end) => end >= most) ?? 10 * step
}
