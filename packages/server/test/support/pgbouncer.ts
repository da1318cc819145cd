import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { SERVICE_ROLE } from '../../src/platform/service-role.ts'
import { freePort } from './free-port.ts'
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** Whom PgBouncer, which refuses to run as root, becomes there. */
const USER = 'postgres'

/** Whether PgBouncer is on this machine: `apt-get install pgbouncer`. */
export function hasPgBouncer(): boolean {
  return spawnSync(PROGRAM, ['--version']).error === undefined
}

/**
 * A PgBouncer in transaction mode with fewer connections to the server than the product opens to it, so that transactions of different roles follow each
 * other on one connection. It knows every database of the server.
 */
export class PgBouncer {
  readonly #process: ChildProcess
  readonly #folder: TemporaryFolder
  readonly #port: string

  private constructor(process: ChildProcess, folder: TemporaryFolder, port: string) {
    this.#process = process
    this.#folder = folder
    this.#port = port
  }

  /** @param serverUrl with the name and password that the server knows */
  static async start(serverUrl: string): Promise<PgBouncer> {
    const { hostname, port: serverPort, username, password } = new URL(serverUrl)
    const [folder, port] = [await makeTemporaryFolder('pgbouncer'), await freePort()]
    const users = join(folder.path, 'users')
    const [entry] = [decodeURIComponent(password)]
    await writeFile(users, [username, SERVICE_ROLE].map((name) => `"${name}" "${entry}"\n`).join(''))
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: users,
      pool_mode: 'transaction',
      default_pool_size: 6,
      max_client_conn: 500,
      server_reset_query: '',
      logfile: join(folder.path, 'log'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    const file = join(folder.path, 'pgbouncer.ini')
    await writeFile(file, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`)
    const isRoot = process.getuid?.() === 0
    if (isRoot) await handTo(USER, [folder.path, users, file])
    const child = spawn(PROGRAM, ['--quiet', ...(isRoot ? ['--user', USER] : []), file], { stdio: 'ignore' })
    const bouncer = new PgBouncer(child, folder, port)
    const url = bouncer.before(serverUrl)
    await until('PgBouncer', () => answers(url))
    return bouncer
  }

  /** The way to a database of the server through it. */
  before(databaseUrl: string): string {
    return Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: this.#port }).href
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
    await this.#folder.remove()
  }
}

async function handTo(user: string, paths: string[]): Promise<void> {
  const id = (option: string) => Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout)
  for (const path of paths) await chown(path, id('-u'), id('-g'))
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return await client
    .connect()
    .then(() => client.query('SELECT 1'))
    .then(() => true)
    .catch(() => false)
    .finally(() => client.end().catch(() => undefined))
}
