import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for everybody (USER_HZ). */
const TICK_MICROSECONDS = 10_000

/** Processor time of this process so far, all threads, microseconds. */
export function ownUsage(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Processor time of a process, its children and those it has already buried, microseconds. Known on Linux only
 * (proc(5), /proc/pid/stat fields 14 to 17).
 */
export function familyUsage(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name))
  const parent = stats.find((stat) => stat.pid === pid)
  if (parent === undefined) return undefined
  const children = stats.filter((stat) => stat.parent === pid)
  return parent.buried + [parent, ...children].reduce((sum, stat) => sum + stat.own, 0)
}

function readStat(name: string): { pid: number; parent: number; own: number; buried: number }[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name in brackets may contain anything, so counting starts behind it, at field 3.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (number: number) => Number(fields[number - 3]) * TICK_MICROSECONDS
    return [{ pid: Number(name), parent: Number(fields[1]), own: ticks(14) + ticks(15), buried: ticks(16) + ticks(17) }]
  } catch {
    // It has ended in the meantime.
    return []
  }
}

/** Processor time of a process alone, microseconds; NaN where it is not known. */
export function processUsage(pid: number): number {
  return readStat(String(pid))[0]?.own ?? Number.NaN
}

/** What of a process is in memory, in bytes; NaN where it is not known (proc(5), /proc/pid/status). */
export function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
