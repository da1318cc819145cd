import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const KIB = 1024
/** Nanoseconds of a millisecond. */
const NS_OF_MS = 1e6

/** @throws Error where there is no such process */
export function processIdOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const pid = Number(given)
  process.kill(pid, 0)
  return pid
}

/** Memory that a process holds, bytes; Linux only. */
export function residentBytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found) * KIB
  } catch {
    return undefined
  }
}

/** What the first thread of a process, which has its event loop, had of the processors, ms since its start. */
export interface ProcessorTime {
  ran: number
  /** In which it could have run and other work had the cores. */
  waited: number
}

/** Linux only. */
export function processorTime(pid: number): ProcessorTime | undefined {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran: ran / NS_OF_MS, waited: waited / NS_OF_MS }
  } catch {
    return undefined
  }
}

/** How many files and connections a process of ours may have open. */
export function openDescriptors(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}
