import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** Whether the programs of Mosquitto are on this machine: `apt-get install mosquitto mosquitto-clients`. */
export function hasMosquitto(): boolean {
  const env = withSystemFolders()
  return ['mosquitto', 'mosquitto_pub'].every((program) => spawnSync(program, ['--help'], { env }).error === undefined)
}

export interface MosquittoOptions {
  /** Stores sessions and their queues on disk, so that they outlive a kill as far as they were saved. */
  isPersistent?: boolean
  /** Files in PEM, for TLS with certificates of clients that the CA has signed. */
  tls?: { caFile: string; certFile: string; keyFile: string }
}

/** A Mosquitto broker without accounts on the loopback, and its own client to publish with. */
export class Mosquitto {
  readonly #folder: TemporaryFolder
  readonly #port: string
  readonly #options: MosquittoOptions
  #process: ChildProcess | undefined

  private constructor(folder: TemporaryFolder, port: string, options: MosquittoOptions) {
    this.#folder = folder
    this.#port = port
    this.#options = options
  }

  static async start(options: MosquittoOptions = {}): Promise<Mosquitto> {
    const broker = new Mosquitto(await makeTemporaryFolder('mosquitto'), await freePort(), options)
    await writeFile(broker.#configFile, broker.#config())
    await broker.listen()
    return broker
  }

  get url(): string {
    return `${this.#options.tls === undefined ? 'mqtt' : 'mqtts'}://127.0.0.1:${this.#port}`
  }

  /** Listens, at the same port again after `kill`. */
  async listen(): Promise<void> {
    this.#process = spawn('mosquitto', ['-c', this.#configFile], { stdio: 'ignore', env: withSystemFolders() })
    await until('Mosquitto', () => listens(Number(this.#port)))
  }

  /** Ends it without warning: what was not saved is lost. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Has it write sessions and messages to the disk, as it does by itself every half an hour. */
  async save(): Promise<void> {
    const savedAt = async () => (await stat(this.#databaseFile).catch(() => undefined))?.mtimeMs ?? 0
    const before = await savedAt()
    this.#process?.kill('SIGUSR1')
    await until('sessions and messages on the disk', async () => (await savedAt()) > before)
  }

  publish(topic: string, message: string, qos: number, { isRetained = false } = {}): void {
    this.#publish(['-t', topic, '-m', message, '-q', String(qos), ...(isRetained ? ['-r'] : [])])
  }

  /** One message for each line. */
  publishLines(topic: string, lines: readonly string[]): void {
    this.#publish(['-t', topic, '-l', '-q', '1'], `${lines.join('\n')}\n`)
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await this.#folder.remove()
  }

  get #configFile(): string {
    return join(this.#folder.path, 'mosquitto.conf')
  }

  get #databaseFile(): string {
    return join(this.#folder.path, 'mosquitto.db')
  }

  #config(): string {
    const { isPersistent = false, tls } = this.#options
    // By itself it has 20 messages under way and no more; run as root, it would become a user who cannot write here.
    const lines = [
      `user ${userInfo().username}`,
      'max_inflight_messages 0',
      'max_queued_messages 0',
      ...(isPersistent ? ['persistence true', `persistence_location ${this.#folder.path}/`] : []),
      `listener ${this.#port} 127.0.0.1`,
      'allow_anonymous true',
      ...(tls === undefined
        ? []
        : [`cafile ${tls.caFile}`, `certfile ${tls.certFile}`, `keyfile ${tls.keyFile}`, 'require_certificate true']),
    ]
    return `${lines.join('\n')}\n`
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child === undefined) return
    this.#process = undefined
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  #publish(options: string[], input?: string): void {
    const args = ['-h', '127.0.0.1', '-p', this.#port, ...options]
    execFileSync('mosquitto_pub', args, { env: withSystemFolders(), ...(input === undefined ? {} : { input }) })
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Brokers are installed where not every account looks for programs. */
function withSystemFolders(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
}
