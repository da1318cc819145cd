import { setTimeout as sleep } from 'node:timers/promises'
import { Looks } from '../looks.ts'
import { randomNumbers } from '../seed.ts'
import { postgresPidOf, type ServerProcess } from '../server-process.ts'
import { until } from '../until.ts'
import { type Accounts, FaultRun, type FaultRunOptions } from './fault-run.ts'

/** A start that is killed as well lives for a part of this span. */
const START_MS = 1_500
const WHILE_STARTING = 0.25

export interface StartRunResult extends Accounts {
  starts: number
  /** Starts that ended instead of being ready, with what they wrote. */
  refused: string[]
  slowestMs: number
  /** How long the last PostgreSQL outlived its server. */
  outlivedMs: number
}

/**
 * Kills the product and starts it again in the same moment, while the killed one may still be ending, over and over; a quarter
 * of the starts is killed as well.
 * @throws Error if a batch is not acknowledged or the database is not what the ledger says
 */
export async function runStarts(options: FaultRunOptions): Promise<StartRunResult> {
  const run = await FaultRun.open(options)
  const random = randomNumbers(options.seed)
  const result = { starts: 0, refused: [] as string[], slowestMs: 0, outlivedMs: 0 }
  try {
    let server = run.start()
    for (let round = 1; round <= options.rounds; round++) {
      const started = performance.now()
      const words = await becomesReady(server)
      const took = performance.now() - started
      result.starts += 1
      result.slowestMs = Math.max(result.slowestMs, Math.round(took))
      run.report(`start ${round} of ${options.rounds}: ${words ?? `ready after ${Math.round(took)} ms`}`)
      if (words !== undefined) result.refused.push(words)
      else await run.publish(server)
      if (round < options.rounds) server = await replace(run, server, random)
    }
    await server.kill()
    const killed = performance.now()
    await until('the end of PostgreSQL', async () => (await postgresPidOf(run.dataDir)) === undefined)
    result.outlivedMs = Math.round(performance.now() - killed)
    return { ...result, ...(await run.verify()) }
  } finally {
    await run.close()
  }
}

/** @returns what it wrote if it ended instead */
async function becomesReady(server: ServerProcess): Promise<string | undefined> {
  const isDecided = () => server.ports !== undefined || server.end !== undefined
  await until('a start, or its end', isDecided, Looks.unlimited())
  return server.end === undefined ? undefined : server.output
}

/** Starts the next one before the killed one has gone. */
async function replace(run: FaultRun, server: ServerProcess, random: () => number): Promise<ServerProcess> {
  const dying = [server.kill()]
  let next = run.start()
  if (random() < WHILE_STARTING) {
    await sleep(random() * START_MS)
    dying.push(next.kill())
    next = run.start()
  }
  await Promise.all(dying)
  return next
}
