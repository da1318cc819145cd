import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../process/find-program.ts'
import type { Values } from './history-data.ts'

const START_PATIENCE_MS = 20_000

/** A VictoriaMetrics of the bench's own, where this machine has one. */
export class VictoriaMetrics {
  readonly #folder: string
  readonly #process: ChildProcess
  readonly #url: string

  private constructor(folder: string, process: ChildProcess, port: number) {
    this.#folder = folder
    this.#process = process
    this.#url = `http://127.0.0.1:${port}`
  }

  /** @returns undefined if there is no such program */
  static async start(folder: string): Promise<VictoriaMetrics | undefined> {
    const program = await findProgram('victoria-metrics')
    if (program === undefined) return undefined
    const data = join(folder, 'victoria-metrics')
    await mkdir(data, { recursive: true })
    const port = await freePort()
    const flags = [`-storageDataPath=${data}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=1y']
    const server = new VictoriaMetrics(data, spawn(program, flags, { stdio: 'ignore' }), port)
    await server.#ready()
    return server
  }

  /** Stores a day of a machine: a series for each value. */
  async store(machine: number, values: readonly Values[]): Promise<void> {
    const timestamps = values.map(({ at }) => at)
    const series: Record<string, number[]> = {
      total_cycles: values.map(({ totalCycles }) => totalCycles),
      cycles_per_min: values.map(({ cyclesPerMin }) => cyclesPerMin),
      temperature: values.map(({ temperature }) => temperature),
      humidity: values.map(({ humidity }) => humidity),
      state: values.map(({ running }) => (running ? 1 : 0)),
    }
    for (let n = 0; n < 5; n++) series[`analogue${n + 1}`] = values.map(({ analogue }) => analogue[n] ?? 0)
    const lines = Object.entries(series).map(([name, numbers]) =>
      JSON.stringify({ metric: { __name__: name, machine: String(machine) }, values: numbers, timestamps }),
    )
    const answer = await fetch(`${this.#url}/api/v1/import`, { method: 'POST', body: lines.join('\n') })
    if (!answer.ok) throw new Error(`VictoriaMetrics answered ${answer.status}: ${await answer.text()}`)
  }

  /** What everything takes on the disk once it is merged, bytes; indexes included. */
  async bytes(): Promise<number> {
    await fetch(`${this.#url}/internal/force_flush`)
    await fetch(`${this.#url}/internal/force_merge`)
    // Merged parts replace the old ones a little later.
    let least = Number.POSITIVE_INFINITY
    for (let still = 0; still < 5; ) {
      await sleep(1000)
      const now = await folderBytes(this.#folder)
      still = now < least ? 0 : still + 1
      least = Math.min(least, now)
    }
    return least
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM')
    if (this.#process.exitCode === null) await once(this.#process, 'exit')
  }

  async #ready(): Promise<void> {
    for (const end = Date.now() + START_PATIENCE_MS; Date.now() < end; await sleep(100)) {
      const answer = await fetch(`${this.#url}/health`).catch(() => undefined)
      if (answer?.ok) return
    }
    await this.stop()
    throw new Error('VictoriaMetrics did not start.')
  }
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let sum = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    sum += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return sum
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
