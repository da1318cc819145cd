import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../deploy/brokers')

/** Whether the programs of Mosquitto are on this machine: `apt-get install mosquitto mosquitto-clients`. */
export function hasMosquitto(): boolean {
  const env = withSystemFolders()
  return ['mosquitto', 'mosquitto_passwd', 'mosquitto_pub'].every(
    (program) => spawnSync(program, ['--help'], { env }).error === undefined,
  )
}

export interface MosquittoOptions {
  /** Stores sessions and their queues on disk, so that they outlive a kill as far as they were saved. */
  isPersistent?: boolean
  /** Files in PEM, for TLS with certificates of clients that the CA has signed. */
  tls?: { caFile: string; certFile: string; keyFile: string }
  /** Passwords by user: the configuration of `deploy/brokers`, with folders and ports of this test. */
  accounts?: Record<string, string>
}

/** A Mosquitto broker on the loopback, without accounts unless they are given, and its own client to publish with. */
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
    const { accounts } = options
    await writeFile(broker.#configFile, accounts === undefined ? broker.#config() : await broker.#example(accounts))
    await broker.listen()
    return broker
  }

  get url(): string {
    return `${this.#options.tls === undefined ? 'mqtt' : 'mqtts'}://127.0.0.1:${this.#port}`
  }

  /** The address with which one of the accounts signs in. */
  urlOf(user: string): string {
    const password = this.#options.accounts?.[user] ?? ''
    return Object.assign(new URL(this.url), { username: user, password }).href
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
  publishLines(topic: string, messages: readonly string[]): void {
    this.#publish(['-t', topic, '-l', '-q', '1'], lines(messages))
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
    return lines([
      `user ${userInfo().username}`,
      'max_inflight_messages 0',
      'max_queued_messages 0',
      ...(isPersistent ? ['persistence true', `persistence_location ${this.#folder.path}/`] : []),
      `listener ${this.#port} 127.0.0.1`,
      'allow_anonymous true',
      ...(tls === undefined
        ? []
        : [`cafile ${tls.caFile}`, `certfile ${tls.certFile}`, `keyfile ${tls.keyFile}`, 'require_certificate true']),
    ])
  }

  /** The files of `deploy/brokers`; what a container has elsewhere lies in the folder of the test. */
  async #example(accounts: Record<string, string>): Promise<string> {
    const { path } = this.#folder
    const files = { passwords: join(path, 'passwords'), rules: join(path, 'rules.acl') }
    await writeFile(files.passwords, lines(Object.entries(accounts).map(([user, password]) => `${user}:${password}`)))
    execFileSync('mosquitto_passwd', ['-U', files.passwords], { env: withSystemFolders() })
    await writeFile(files.rules, await readFile(join(EXAMPLE, 'mosquitto.acl')))
    for (const file of Object.values(files)) await chmod(file, 0o600)
    const places: Record<string, string> = {
      'listener 1883': `listener ${this.#port} 127.0.0.1`,
      'listener 1884 127.0.0.1': `listener ${await freePort()} 127.0.0.1`,
      '/run/secrets/mosquitto_passwords': files.passwords,
      '/mosquitto/config/mosquitto.acl': files.rules,
      '/mosquitto/data/': `${path}/`,
    }
    let config = await readFile(join(EXAMPLE, 'mosquitto.conf'), 'utf8')
    for (const [place, here] of Object.entries(places)) {
      if (!config.includes(place)) throw new Error(`deploy/brokers/mosquitto.conf does not have ${place} any more.`)
      config = config.replace(place, here)
    }
    return `user ${userInfo().username}\n${config}`
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

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
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
