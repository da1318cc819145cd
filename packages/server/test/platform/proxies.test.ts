import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../support/certificates.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const PROXIES = join(import.meta.dirname, '../../../../deploy/proxy')
/** A module of its own in Debian, built in elsewhere. */
const STREAM_MODULE = '/usr/lib/nginx/modules/ngx_stream_module.so'
const MACHINE = 'VFFS-2214'

function isInstalled(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).error === undefined
}

const kinds = [
  { name: 'nginx', isHere: isInstalled('/usr/sbin/nginx', '-v'), start: startNginx },
  { name: 'Caddy', isHere: isInstalled('/usr/bin/caddy', 'version'), start: startCaddy },
]

const app = useTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
const certificate = makeCertificate()
const undo: (() => Promise<unknown>)[] = []
let picture: Buffer

beforeAll(async () => {
  // Noise does not get smaller: 6 MB.
  picture = await sharp(randomBytes(1_400 * 1_400 * 3), { raw: { width: 1_400, height: 1_400, channels: 3 } })
    .png()
    .toBuffer()
})

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

describe.each(kinds)('$name with the example of deploy/proxy', ({ isHere, start }) => {
  test.skipIf(!isHere)(
    'passes sign-ins, streams, MQTT, uploads and downloads on (skipped where it is not installed)',
    async () => {
      const { port, mqttPort } = await start()
      const signedIn = await ask(port, '/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ email: emailOf('staff'), password: SAMPLE_PASSWORD }),
      })
      expect(signedIn.status).toBe(200)
      const tokens = JSON.parse(signedIn.bytes.toString('utf8')) as { access_token: string }
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'x-api-key': tokens.access_token }

      const stream = await openStream(port, headers)
      const credentials = (await app.device()).client.options
      const device = await app.deviceAt(`wss://127.0.0.1:${port}/mqtt`, {
        username: credentials.username as string,
        password: credentials.password as string,
        ca: certificate.cert,
      })
      await device.publish(MACHINE, { totalCycles: 41 })
      await until('the record in the stream', () => stream().includes(MACHINE))
      if (mqttPort !== undefined) {
        const overTcp = await app.deviceAt(`mqtts://127.0.0.1:${mqttPort}`, {
          username: credentials.username as string,
          password: credentials.password as string,
          ca: certificate.cert,
        })
        await overTcp.publish(MACHINE, { totalCycles: 42 })
      }

      const [customer] = await app.sql<{ id: string }>("SELECT id FROM customer WHERE code = 'BALTIC'")
      const boundary = 'packhouse-test-boundary'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="noise.png"\r\n\r\n`
      const uploaded = await ask(port, `/v1/customers/${customer?.id}/files`, {
        method: 'POST',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      })
      expect(uploaded.status).toBe(201)
      const { id } = JSON.parse(uploaded.bytes.toString('utf8')) as { id: string }
      const downloaded = await ask(port, `/v1/customers/${customer?.id}/files/${id}`, { headers })
      expect(downloaded.status).toBe(200)
      expect(downloaded.bytes.equals(picture)).toBe(true)

      // Whatever the client claimed to be, the product knows the address that the proxy saw.
      const addresses = await app.sql<{ ip: string }>(
        'SELECT DISTINCT address AS ip FROM auth_log WHERE address IS NOT NULL',
      )
      expect(addresses.map(({ ip }) => ip)).toEqual(['127.0.0.1'])
    },
  )
})

interface Answer {
  status: number
  bytes: Buffer
}

async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<Answer> {
  const response = await send(port, path, method, headers, body)
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return { status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }
}

function send(
  port: number,
  path: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers, ca: certificate.cert, agent: false as const }
    const sent = request(options, resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}

/** @returns what has arrived of it */
async function openStream(port: number, headers: Record<string, string>): Promise<() => string> {
  const response = await send(port, '/v1/ignition/machines/me/stream', 'GET', headers)
  expect(response.statusCode).toBe(200)
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  response.on('error', () => undefined)
  undo.push(async () => response.destroy())
  return () => text
}

interface Running {
  port: number
  mqttPort?: number
}

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder('proxy')
  undo.push(folder.remove)
  await chmod(folder.path, 0o755)
  await writeFile(join(folder.path, 'cert.pem'), certificate.cert)
  await writeFile(join(folder.path, 'key.pem'), certificate.key)
  return folder.path
}

/** What older versions than the example's do not know is left out; all else is as it is there. */
async function startNginx(): Promise<Running> {
  const folder = await makeFolder()
  const [plain, port, mqttPort] = [await freePort(), await freePort(), await freePort()]
  const config = (await readFile(join(PROXIES, 'nginx.conf'), 'utf8'))
    .replace(/^ *(resolver .*|http2 on);$/gm, '')
    .replaceAll(/server (?:api|ingest):3000 resolve/g, `server 127.0.0.1:${app.port}`)
    .replaceAll('server ingest:1883 resolve', `server 127.0.0.1:${app.mqttPort}`)
    .replaceAll(' /tmp/', ` ${folder}/`)
    .replaceAll('/run/secrets/tls_certificate', join(folder, 'cert.pem'))
    .replaceAll('/run/secrets/tls_key', join(folder, 'key.pem'))
    .replace('listen 8080', `listen 127.0.0.1:${plain}`)
    .replace('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('listen 8883', `listen 127.0.0.1:${mqttPort}`)
  const file = join(folder, 'nginx.conf')
  const module = existsSync(STREAM_MODULE) ? `load_module ${STREAM_MODULE};\n` : ''
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  await writeFile(file, `${module}${user}${config}`)
  await run('/usr/sbin/nginx', ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], Number(port))
  return { port: Number(port), mqttPort: Number(mqttPort) }
}

async function startCaddy(): Promise<Running> {
  const folder = await makeFolder()
  await mkdir(join(folder, 'data'))
  const port = Number(await freePort())
  const config = (await readFile(join(PROXIES, 'Caddyfile'), 'utf8'))
    .replace('admin off', 'admin off\n\tauto_https disable_redirects\n\tdefault_sni 127.0.0.1')
    .replace('packhouse.example {', `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
    .replaceAll(/(?:api|ingest):3000/g, `127.0.0.1:${app.port}`)
  const file = join(folder, 'Caddyfile')
  await writeFile(file, config)
  await run('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, { HOME: folder })
  return { port }
}

/** Starts a proxy and waits until it passes something on. */
async function run(program: string, args: string[], port: number, env: Record<string, string> = {}): Promise<void> {
  let output = ''
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  undo.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await until(`${program} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended:\n${output}`)
    return await ask(port, '/livez', {}).then(
      ({ status }) => status === 200,
      () => false,
    )
  })
}
