import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDatabaseServer } from '@packhouse/server/testing'

/**
 * `node scripts/image.ts [server|demo] --base IMAGE`: builds an image of the Containerfile with Buildah, which needs no daemon, measures it part by
 * part, and starts the product from it as the image says: as user 10001, with everything but `/data` and `/tmp` read-only. Needs root on Linux.
 * A base without a registry: `debootstrap` a Debian, add Node and npm, and `buildah copy` it into an image.
 */
const LIMIT_BYTES = 300e6
const READY_TARGET_S = 3
const PATIENCE_MS = 120_000
const USER = 10_001

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, storage: { type: 'string' } },
})
const [target = 'server'] = positionals
const root = join(import.meta.dirname, '..')
const storage = values.storage ?? mkdtempSync(join(tmpdir(), 'packhouse-image-'))
const store = ['--storage-driver', 'vfs', '--root', join(storage, 'root'), '--runroot', join(storage, 'run')]

const image = `localhost/packhouse-${target}`
buildah('build', '--isolation', 'chroot', ...baseArgument(), '--target', target, '--tag', image, root)
const container = buildah('from', image)
try {
  const folder = buildah('mount', container)
  const isSmall = measure(folder)
  const isQuick = await start(folder)
  process.exitCode = isSmall && isQuick ? 0 : 1
} finally {
  buildah('rm', container)
  if (values.storage === undefined) rmSync(storage, { recursive: true })
}

function baseArgument(): string[] {
  return values.base === undefined ? [] : ['--build-arg', `BASE=${values.base}`]
}

/** @returns the last line that it writes */
function buildah(...args: string[]): string {
  const output = execFileSync('buildah', [...store, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  return output.trim().split('\n').at(-1) ?? ''
}

/** Prints the sizes of the parts. @returns whether the whole is within the limit */
function measure(folder: string): boolean {
  const parts = ['usr/local/bin/node', 'usr/lib', 'app/node_modules', 'app/packages', 'app/docs']
  const all = bytesOf(folder)
  for (const part of parts) console.log(`${megabytes(bytesOf(join(folder, part)))} MB ${part}`)
  console.log(`${megabytes(all)} MB in all, of at most ${megabytes(LIMIT_BYTES)}`)
  return all <= LIMIT_BYTES
}

function bytesOf(path: string): number {
  const output = execFileSync('du', ['--summarize', '--bytes', path], { encoding: 'utf8' })
  return Number.parseInt(output, 10)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0).padStart(4)
}

/** Starts it twice: the second start is that of an update. @returns whether both were ready in time */
async function start(folder: string): Promise<boolean> {
  const database = target === 'server' ? await startDatabaseServer() : undefined
  const data = mkdtempSync(join(tmpdir(), 'packhouse-image-data-'))
  chownSync(data, USER, USER)
  try {
    const seconds: number[] = []
    for (const which of ['first', 'second']) {
      const took = await startOnce(folder, data, database?.url)
      console.log(`${took.toFixed(1)} s until ready, ${which} start (target ${READY_TARGET_S} s)`)
      seconds.push(took)
    }
    return Math.max(...seconds.slice(1)) <= READY_TARGET_S
  } finally {
    await database?.stop()
    rmSync(data, { recursive: true })
  }
}

/** @returns seconds until it answers */
async function startOnce(folder: string, data: string, databaseUrl: string | undefined): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const product = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script(folder, data)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      PRODUCT_ENV: environmentOf({
        ...imageEnvironment(),
        PORT: String(port),
        MQTT_PORT: '0',
        ...(databaseUrl === undefined
          ? { SIMULATOR: 'off' }
          : { DATABASE_URL: databaseUrl, ADMINISTRATOR_EMAIL: 'first@company.example' }),
      }),
    },
  })
  try {
    await whenReady(product)
    const took = (performance.now() - began) / 1_000
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`)
    if (!answer.ok) throw new Error(`The health call answered ${answer.status}.`)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    if (!page.ok) throw new Error(`The web answered ${page.status}.`)
    return took
  } finally {
    await end(product)
  }
}

/** Everything is read-only but the two volumes; devices and processes are the machine's. The init of the image is the first process. */
function script(folder: string, data: string): string {
  return `
    set -e
    mount --bind ${folder} ${folder}
    mount --bind ${data} ${folder}/data
    mount -t tmpfs -o mode=1777 tmpfs ${folder}/tmp
    mkdir -p ${folder}/proc ${folder}/dev
    mount -t proc proc ${folder}/proc
    mount --rbind /dev ${folder}/dev
    mount -o remount,ro,bind ${folder}
    cd ${folder}
    exec chroot --userspec=${USER}:${USER} ${folder} /usr/local/bin/tini -- /usr/local/bin/node -e '
      process.chdir("/app")
      process.execve("/usr/local/bin/node", ["node", "packages/server/src/main.ts"], JSON.parse(process.env.PRODUCT_ENV))
    '`
}

function imageEnvironment(): Record<string, string> {
  const output = execFileSync('buildah', [...store, 'inspect', '--type', 'image', image], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  const { OCIv1 } = JSON.parse(output) as { OCIv1: { config: { Env: string[] } } }
  return Object.fromEntries(OCIv1.config.Env.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
}

function environmentOf(variables: Record<string, string>): string {
  return JSON.stringify(variables)
}

async function whenReady(product: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`Not ready in ${PATIENCE_MS / 1_000} s:\n${output}`)), PATIENCE_MS)
    product.once('exit', (code) => reject(new Error(`It has ended with ${code}:\n${output}`)))
    product.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!output.includes('Packhouse is ready')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** `unshare` takes no SIGTERM: the init behind it does, and hands it on. Prints how long the product takes to stop. */
async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null) return
  const began = performance.now()
  const closed = new Promise((resolve) => product.once('close', resolve))
  const [init] = readFileSync(`/proc/${product.pid}/task/${product.pid}/children`, 'utf8').trim().split(' ')
  if (init) process.kill(Number(init), 'SIGTERM')
  await closed
  console.log(`${((performance.now() - began) / 1_000).toFixed(1)} s until stopped`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}
