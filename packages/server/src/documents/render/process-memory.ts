import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** @returns what a process has in memory, in bytes; undefined where it is gone or the system does not say */
export async function processMemory(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') return residentOf(await readFile(`/proc/${pid}/status`, 'utf8'))
    if (process.platform === 'win32') return undefined
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    return undefined
  }
}

function residentOf(status: string): number | undefined {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
}
