import type { WallLine } from './fleet-rows.ts'

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }

/** Where a key leads from a machine: heads of groups are passed over. @returns its line; undefined where the key means nothing */
export function nextMachine(
  lines: readonly WallLine[],
  machineID: string,
  key: string,
): { place: number; machineID: string } | undefined {
  const machines = lines.flatMap((line, place) =>
    'machine' in line ? [{ place, machineID: line.machine.machineID }] : [],
  )
  if (key === 'Home') return machines[0]
  if (key === 'End') return machines.at(-1)
  const at = machines.findIndex((one) => one.machineID === machineID)
  const step = steps[key]
  if (step === undefined || at < 0) return undefined
  return machines[Math.max(0, Math.min(machines.length - 1, at + step))]
}
