import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@packhouse/server'
import { processUsage, residentBytes } from '../process/usage.ts'
import type { Stage } from '../stage/stage.ts'

const MAIN = join(import.meta.dirname, '../../../packages/server/src/main.ts')
/** So short a history is filled in soon, and says no less about what comes after it. */
const HISTORY_HOURS = 3
/** What filling it in has left to be done, such as the sealing of its hours 30 s after the start, is not what the installation does at rest. */
const SETTLE_MS = 60_000
/** Processor time is in microseconds; a percent of a core is so many in a second. */
const PERCENT = 10_000

/** What the installation takes at rest. */
export interface SampleCost {
  /** Percent of a core. */
  server: number
  postgres: number
  transactions: number
  /** MB. */
  resident: number
}

/** The sample installation as it is started: 24 machines that report once a second. */
export class SampleCast {
  readonly #stage: Stage
  readonly #database: Database
  readonly #server: ChildProcess

  private constructor(stage: Stage, database: Database, server: ChildProcess) {
    this.#stage = stage
    this.#database = database
    this.#server = server
  }

  /** Resolves when the history of the machines is complete. */
  static async start(stage: Stage): Promise<SampleCast> {
    const { database, databaseUrl } = await stage.addDatabase('row25_sample')
    const server = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        ...{ PORT: '0', MQTT_PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR: join(stage.folder, 'sample') },
        ...{ SIMULATOR: 'on', HISTORY_HOURS: String(HISTORY_HOURS) },
        ...{ MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const cast = new SampleCast(stage, database, server)
    try {
      await cast.#untilFilled()
    } catch (error) {
      await cast.stop()
      throw error
    }
    await sleep(SETTLE_MS)
    return cast
  }

  async run(seconds: number): Promise<SampleCost> {
    const before = await this.#usage()
    await sleep(seconds * 1_000)
    const after = await this.#usage()
    return {
      server: (after.server - before.server) / seconds / PERCENT,
      postgres: (after.postgres - before.postgres) / seconds / PERCENT,
      transactions: (after.transactions - before.transactions) / seconds,
      resident: residentBytes(this.#pid) / 1e6,
    }
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return
    const ended = new Promise((resolve) => this.#server.once('exit', resolve))
    this.#server.kill('SIGTERM')
    await ended
  }

  get #pid(): number {
    return this.#server.pid ?? 0
  }

  async #usage() {
    const server = processUsage(this.#pid)
    return {
      server,
      postgres: (await this.#stage.usage()) ?? Number.NaN,
      ...(await this.#stage.written(this.#database.pool)),
    }
  }

  async #untilFilled(): Promise<void> {
    if (this.#server.stdout === null) throw new Error('The sample installation says nothing.')
    for await (const line of createInterface(this.#server.stdout)) {
      if (!line.includes('is complete')) continue
      // Nobody reads on; what it says must not fill the pipe.
      this.#server.stdout.resume()
      return
    }
    throw new Error('The sample installation has ended.')
  }
}
