import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytes } from './machine.ts'
import { ask } from './target.ts'

const HEALTH_EVERY_MS = 100
const OVERVIEW_EVERY_MS = 250
const OVERVIEW = '/v1/ignition/machines/me?includeHistory=true&hours=3'

/** Latencies in ms, in the order in which they were taken. */
export interface Watched {
  health: number[]
  overview: number[]
  /** What was not answered with 200. */
  failures: string[]
  /** The most memory that the server held, bytes. */
  resident: number
}

/** Asks for health and overview, as a monitor and a user do, each on new connections, until a time. */
export async function watch(
  url: string,
  headers: Record<string, string>,
  pid: number | undefined,
  until: number,
): Promise<Watched> {
  const watched: Watched = { health: [], overview: [], failures: [], resident: 0 }
  const note = async (what: 'health' | 'overview', path: string, sent: Record<string, string>) => {
    const start = performance.now()
    const status = await ask(`${url}${path}`, { headers: sent }).then(
      (answer) => String(answer.status),
      (error: Error) => error.message,
    )
    watched[what].push(performance.now() - start)
    if (status !== '200') watched.failures.push(`${what} ${status}`)
  }
  const repeat = async (everyMs: number, act: () => Promise<void>) => {
    while (Date.now() < until) {
      const start = Date.now()
      await act()
      await sleep(Math.max(0, everyMs - (Date.now() - start)))
    }
  }
  await Promise.all([
    repeat(HEALTH_EVERY_MS, () => note('health', '/v1/health', {})),
    repeat(OVERVIEW_EVERY_MS, () => note('overview', OVERVIEW, headers)),
    repeat(HEALTH_EVERY_MS, async () => {
      watched.resident = Math.max(watched.resident, (pid === undefined ? undefined : residentBytes(pid)) ?? 0)
    }),
  ])
  return watched
}
