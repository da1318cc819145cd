import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { floods } from './floods.ts'
import { type FloodReport, type Outcome, printReport, reportOf } from './report.ts'
import { ask, signIn, type Target } from './target.ts'
import { watch } from './watch.ts'

const run = promisify(execFile)
const FLOOD_PROCESS = join(import.meta.dirname, 'flood-process.ts')
const NEEDED_DESCRIPTORS = 6_000
/** The server has this long to come to rest between two floods. */
const REST_MS = 3_000
const ATTEMPTS = 20

export interface StormOptions {
  target: Target
  /** Who looks at the overview all the time. */
  watcher: string
  pid: number | undefined
  seconds: number
  floods: readonly string[]
  say: (line: string) => void
  descriptors: number
}

/** Runs the floods one after the other, after a time of rest for comparison. */
export async function runStorm(options: StormOptions): Promise<FloodReport[]> {
  const { target, say } = options
  if (options.descriptors < NEEDED_DESCRIPTORS) {
    say(
      `Only ${options.descriptors} files may be open ('ulimit -n'): the flood 'slow' needs ${NEEDED_DESCRIPTORS} and opens fewer.`,
    )
  }
  const reports: FloodReport[] = []
  for (const name of ['rest', ...options.floods]) {
    const parts = Object.keys(floods[name] ?? {})
    if (parts.length === 0 && name !== 'rest') throw new Error(`There is no flood ${name}.`)
    say(`${name}: ${options.seconds} s`)
    // New for each flood: an access token lasts for ten minutes.
    const user = await persistently(() => signIn(target.url, options.watcher, target.password))
    const staff = await persistently(() => signIn(target.url, target.staff, target.password))
    const before = await persistently(() => refusals(target.url, staff))
    const until = Date.now() + options.seconds * 1_000
    const sent = parts.map((part) => start(name, part, target, until))
    const watched = await watch(target.url, user, options.pid, until)
    const outcomes = await Promise.all(sent)
    const after = await persistently(() => refusals(target.url, staff))
    const report = reportOf({ name, outcomes, watched, refused: difference(before, after) })
    printReport([report], say)
    reports.push(report)
    await sleep(REST_MS)
  }
  return reports
}

/** A server that was flooded may answer late: that is in the report, and the next flood comes all the same. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = ATTEMPTS; left > 0; left--) {
    const result = await work().catch(() => undefined)
    if (result !== undefined) return result
    await sleep(REST_MS)
  }
  return await work()
}

async function start(name: string, part: string, target: Target, until: number): Promise<Outcome> {
  const args = [FLOOD_PROCESS, name, part, JSON.stringify(target), String(until)]
  return await run(process.execPath, args).then(
    ({ stdout }) => ({ words: `${part}: ${stdout}`, hasFailed: false }),
    (error: Error & { stderr?: string }) => ({
      words: `${part} failed: ${error.stderr ?? error.message}`,
      hasFailed: true,
    }),
  )
}

async function refusals(url: string, headers: Record<string, string>): Promise<Record<string, number>> {
  const { text } = await ask(`${url}/v1/health/refusals`, { headers })
  return (JSON.parse(text) as { refused?: Record<string, number> }).refused ?? {}
}

function difference(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const changes = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, count]) => count > 0))
}
