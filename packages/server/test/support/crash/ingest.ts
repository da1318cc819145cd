import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { COMPILE_CACHE } from '../server-process.ts'
import { until } from '../until.ts'

const INGEST = join(import.meta.dirname, 'ingest-process.ts')

/** What the process reports: its port when it is ready, then its status. */
export interface IngestNews {
  mqttPort?: number
  sealed?: number
  issue?: string
}

/** The ingest in its own process. */
export class IngestProcess {
  readonly #child: ChildProcess
  /** Records that this process has sealed. */
  sealed = 0
  /** What it says is wrong with it; undefined while it works. */
  issue: string | undefined
  #mqttPort: number | undefined
  #output = ''

  private constructor(child: ChildProcess) {
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#output += chunk
    })
    child.on('message', ({ mqttPort, sealed, issue }: IngestNews) => {
      this.#mqttPort = mqttPort ?? this.#mqttPort
      this.sealed = sealed ?? this.sealed
      this.issue = issue
    })
  }

  /** Starts one, and another one while PostgreSQL is not back yet: nothing starts without a database. */
  static async start(databaseUrl: string): Promise<IngestProcess> {
    return await until('a start of the ingest', async () => {
      const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE }
      const child = fork(INGEST, [databaseUrl], { env, execArgv: [], silent: true })
      const ingest = new IngestProcess(child)
      await Promise.race([once(child, 'message'), once(child, 'exit')])
      return ingest.#mqttPort === undefined ? undefined : ingest
    })
  }

  get address(): { mqttPort: number } {
    if (this.#mqttPort === undefined) throw new Error('The ingest is not ready.')
    return { mqttPort: this.#mqttPort }
  }

  /** Ends it without warning. @throws Error if it has ended by itself */
  async kill(): Promise<void> {
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null) throw new Error(`The ingest has ended by itself (${exitCode}):\n${this.#output}`)
    if (signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
