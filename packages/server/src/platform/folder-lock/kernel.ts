import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'

/** Which running kernel a process belongs to, and where its number means something. */
export interface Whereabouts {
  /** Changes with every boot, and differs between hosts; undefined if the system has no such name. */
  boot: string | undefined
  host: string
  /** The space in which process numbers mean something: each container has its own. */
  space: string
}

export async function whereabouts(): Promise<Whereabouts> {
  const host = hostname()
  const space = await readlink('/proc/self/ns/pid').catch(() => 'of the system')
  return { boot: await bootOf(process.platform), host, space: `${host} ${space}` }
}

async function bootOf(platform: NodeJS.Platform): Promise<string | undefined> {
  try {
    if (platform === 'linux') return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    if (platform !== 'darwin') return undefined
    const { stdout } = await promisify(execFile)('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'])
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
