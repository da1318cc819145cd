import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { Looks } from './looks.ts'
import { until } from './until.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
/** What Node has compiled before, as `npm start` stores it. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/node')

export interface ProcessEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The product as its own process, as people run it, on free ports. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly dataDir: string
  /** Everything it has written. */
  output = ''
  ports: { httpPort: number; mqttPort: number } | undefined
  end: ProcessEnd | undefined

  /**
   * Starts it.
   * @param environment variables beside the data folder
   * @param through a command that starts the command behind it, such as `unshare`
   * @param main of another version of the product
   */
  constructor(dataDir: string, environment: NodeJS.ProcessEnv = {}, through: string[] = [], main = MAIN) {
    this.dataDir = dataDir
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      MQTT_PORT: '0',
      SIMULATOR: 'off',
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...environment,
    }
    const [execPath = process.execPath, ...execArgv] = through.length === 0 ? [] : [...through, process.execPath]
    this.#child = fork(main, [], { env, execPath, execArgv, silent: true })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.output += chunk
      })
    }
    this.#child.on('message', (message: { ready?: boolean; httpPort: number; mqttPort: number }) => {
      if (message.ready === true) this.ports = { httpPort: message.httpPort, mqttPort: message.mqttPort }
    })
    this.#child.once('exit', (code, signal) => {
      this.end = { code, signal }
    })
  }

  /** Resolves with its ports, however long it takes. @throws Error with its output if it ends instead */
  async ready(): Promise<{ httpPort: number; mqttPort: number }> {
    const look = () => {
      if (this.end !== undefined) throw new Error(`The server has ended (${JSON.stringify(this.end)}):\n${this.output}`)
      return this.ports
    }
    return await until('the server to be ready', look, Looks.unlimited())
  }

  get pid(): number {
    const { pid } = this.#child
    if (pid === undefined) throw new Error('The server was not started.')
    return pid
  }

  /** Ends it without warning. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended()
  }

  /** Asks it to end, as Ctrl-C does. */
  async stop(): Promise<ProcessEnd> {
    this.#child.kill('SIGTERM')
    return await this.ended()
  }

  /** Resolves when it has ended, however long it takes: a start that is refused is a start as well. */
  async ended(): Promise<ProcessEnd> {
    return await until('the end of the server', () => this.end, Looks.unlimited())
  }
}

/** The process id of the server that has claimed a data folder; undefined if none has. */
export async function claimantOf(dataDir: string): Promise<number | undefined> {
  const folder = join(dataDir, 'claims')
  const names = await readdir(folder).catch(() => [])
  const file = names.find((name) => /^server-.*\.json$/.test(name))
  if (file === undefined) return undefined
  return (JSON.parse(await readFile(join(folder, file), 'utf8')) as { pid: number }).pid
}

/**
 * The process id of the PostgreSQL of a data folder; undefined if none runs. A number of another container may be that of
 * anybody here, so its command has to name the folder.
 */
export async function postgresPidOf(dataDir: string): Promise<number | undefined> {
  const cluster = join(dataDir, 'postgres/cluster')
  const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(cluster) ? pid : undefined
}

/** Its watchdog may have ended it a moment ago. */
export function killIfThere(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Starts the PostgreSQL of a data folder alone, ends a left-over one before. */
export async function openDatabaseOf(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { database: string }
  const postgres = new EmbeddedPostgres(dataDir, secrets.database, createLog('error'))
  return { url: await postgres.start(), stop: () => postgres.stop() }
}

/** Ends the PostgreSQL that a killed server has left behind. */
export async function endLeftoverPostgres(dataDir: string): Promise<void> {
  const pid = await postgresPidOf(dataDir)
  if (pid === undefined) return
  killIfThere(pid, 'SIGQUIT')
  await until('the end of the left-over PostgreSQL', () => !isAlive(pid))
}
