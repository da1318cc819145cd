import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessorTime, processorTime, residentBytes } from './machine.ts'
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
  /** What the event loop of the server had of the processors meanwhile; undefined where the system does not say. */
  processor: ProcessorTime | undefined
}

/** Asks for health and overview, as a monitor and a user do, each on new connections, until a time. */
export async function watch(
  url: string,
  headers: Record<string, string>,
  pid: number | undefined,
  until: number,
): Promise<Watched> {
  const watched: Watched = { health: [], overview: [], failures: [], resident: 0, processor: undefined }
  const before = pid === undefined ? undefined : processorTime(pid)
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
  const after = pid === undefined ? undefined : processorTime(pid)
  if (before !== undefined && after !== undefined) {
    watched.processor = { ran: after.ran - before.ran, waited: after.waited - before.waited }
  }
  return watched
}
