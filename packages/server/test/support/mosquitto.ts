import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** Whether the programs of Mosquitto are on this machine: `apt-get install mosquitto mosquitto-clients`. */
export function hasMosquitto(): boolean {
  const env = withSystemFolders()
  return ['mosquitto', 'mosquitto_pub'].every((program) => spawnSync(program, ['--help'], { env }).error === undefined)
}

/** A Mosquitto broker without accounts on the loopback, and its own client to publish with. */
export class Mosquitto {
  readonly #process: ChildProcess
  readonly #port: string
  readonly #remove: () => Promise<void>

  private constructor(process: ChildProcess, port: string, remove: () => Promise<void>) {
    this.#process = process
    this.#port = port
    this.#remove = remove
  }

  static async start(): Promise<Mosquitto> {
    const folder = await makeTemporaryFolder('mosquitto')
    const port = await freePort()
    const file = join(folder.path, 'mosquitto.conf')
    // By itself it has 20 messages under way and no more.
    await writeFile(
      file,
      `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\n`,
    )
    const child = spawn('mosquitto', ['-c', file], { stdio: 'ignore', env: withSystemFolders() })
    await until('Mosquitto', () => listens(Number(port)))
    return new Mosquitto(child, port, folder.remove)
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.#port}`
  }

  publish(topic: string, message: string, qos: number): void {
    this.#publish(['-t', topic, '-m', message, '-q', String(qos)])
  }

  /** One message for each line. */
  publishLines(topic: string, lines: readonly string[]): void {
    this.#publish(['-t', topic, '-l', '-q', '1'], `${lines.join('\n')}\n`)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill()
    await ended
    await this.#remove()
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
