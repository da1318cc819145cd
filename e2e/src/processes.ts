import { readdir, readFile } from 'node:fs/promises'

/** EX_CONFIG of sysexits.h: a supervisor need not try again. */
export const CONFIGURATION_FAULT = 78

/** The ids of all processes below one, as Linux tells them; nothing elsewhere. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((list) => list.trim().split(/\s+/).filter(Boolean).map(Number))
  const below = await Promise.all(children.map(descendantsOf))
  return [...children, ...below.flat()]
}

/** Those of the processes that have not ended. */
export function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      process.kill(pid, 0)
      return true
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM'
    }
  })
}
