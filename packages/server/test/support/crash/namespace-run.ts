import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Looks } from '../looks.ts'
import { IN_NAMESPACE, IN_NAMESPACE_THAT_STAYS } from '../namespaces.ts'
import type { ServerProcess } from '../server-process.ts'
import { until } from '../until.ts'
import { type Accounts, FaultRun, type FaultRunOptions } from './fault-run.ts'

/** Exit code of a configuration that has to change, as a folder in use is. */
const REFUSED = 78
/** Long enough for a start that does not wait to have started its PostgreSQL. */
const LEFTOVER_MS = 4_000

export interface NamespaceRunResult extends Accounts {
  /** Pairs that were started at once, and how many of them both had the folder. */
  pairs: number
  both: number
}

/**
 * Starts products in containers of their own on one data folder, in turns: two at once; a second one beside a running one; and one
 * beside a PostgreSQL that a killed server has left behind in a container that goes on.
 * @throws Error if a refusal has other words, two run at once, or the database is not what the ledger says
 */
export async function runNamespaces(options: FaultRunOptions): Promise<NamespaceRunResult> {
  const run = await FaultRun.open(options)
  const result = { pairs: 0, both: 0 }
  try {
    for (let round = 1; round <= options.rounds; round++) {
      const server = await startPair(run, result)
      await run.publish(server)
      await refuseSecond(run)
      await run.publish(server)
      await server.kill()
      await outliveServer(run)
      run.report(`round ${round} of ${options.rounds}: ${result.both} of ${result.pairs} pairs both had the folder`)
    }
    return { ...result, ...(await run.verify()) }
  } finally {
    await run.close()
  }
}

async function startPair(run: FaultRun, result: { pairs: number; both: number }): Promise<ServerProcess> {
  const pair = [run.start(IN_NAMESPACE), run.start(IN_NAMESPACE)]
  const settled = () => pair.every((one) => one.ports !== undefined || one.end !== undefined)
  await until('both starts', settled, Looks.unlimited())
  const running = pair.filter((one) => one.end === undefined)
  result.pairs += 1
  if (running.length === 2) result.both += 1
  const [server] = running
  if (server === undefined) throw new Error(`None of two starts had the folder:\n${pair.map((one) => one.output)}`)
  for (const one of pair) if (one.end !== undefined) expectRefusal(one)
  return server
}

async function refuseSecond(run: FaultRun): Promise<void> {
  const second = run.start(IN_NAMESPACE)
  await second.ended()
  expectRefusal(second)
}

function expectRefusal({ end, output }: ServerProcess): void {
  if (end?.code !== REFUSED || !/is in use by process \d+ of another container or host \(/.test(output))
    throw new Error(`A second product was not refused in words (${JSON.stringify(end)}):\n${output}`)
}

/** The server and its watchdog are killed, PostgreSQL goes on: no other one may start beside it. */
async function outliveServer(run: FaultRun): Promise<void> {
  const first = run.start(IN_NAMESPACE_THAT_STAYS)
  await run.publish(first)
  const cluster = `${run.dataDir}/postgres/cluster`
  const postgres = await until('its PostgreSQL', async () => (await processesWith(['-D', cluster]))[0])
  const servers = await serversOf(run.dataDir)
  // Stopped first: a server that runs would start another watchdog in place of the killed one.
  for (const pid of servers) process.kill(pid, 'SIGSTOP')
  for (const pid of await processesWith(['packhouse-watchdog', cluster])) process.kill(pid, 'SIGKILL')
  for (const pid of servers) process.kill(pid, 'SIGKILL')
  const second = run.start(IN_NAMESPACE)
  await sleep(LEFTOVER_MS)
  const running = await processesWith(['-D', cluster])
  // One that has ended still has its number here, since nobody reaps it, but no command.
  if (!running.includes(postgres))
    throw new Error('The PostgreSQL that was left behind has ended, so that this proves nothing.')
  const beside = running.filter((pid) => pid !== postgres)
  if (second.ports !== undefined || beside.length > 0)
    throw new Error(`Beside PostgreSQL ${postgres} ran ${beside} on one cluster:\n${second.output}`)
  await first.kill()
  await run.publish(second)
  await second.kill()
}

/** The ids, in the space of this process, of those whose command has all the words: first ones first, sessions left out. */
async function processesWith(words: string[]): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, n) => words.every((word) => commands[n]?.split('\0').includes(word))).map(Number)
}

async function serversOf(dataDir: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return /^[^\0]*node\0[^\0]*main\.ts\0/.test(command) && environment.split('\0').includes(`DATA_DIR=${dataDir}`)
    }),
  )
  return pids.filter((_, n) => found[n]).map(Number)
}
