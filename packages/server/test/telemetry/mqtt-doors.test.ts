import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { sampleDeviceName } from '@packhouse/contract'
import type { IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { makeSelfSigned } from '../../src/connect/tls/self-signed.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const DAY_MS = 86_400_000
const UNAUTHENTICATED = 30
const OFFLINE_SESSIONS = 3
const ORIGIN = 'https://packhouse.example'
const BEHIND_PROXY = '192.0.2.7'

const folder = mkdtempSync(join(tmpdir(), 'packhouse-mqtt-doors-'))
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
const first = serverCertificate()
writePair(first)

const app = useTestApp({
  environment: {
    MQTTS_PORT: '0',
    MQTT_TLS_CERT: certFile,
    MQTT_TLS_KEY: keyFile,
    MQTT_CONNECT_TIMEOUT: '3',
    MQTT_REFUSAL_DELAY: '0',
    MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS: String(UNAUTHENTICATED),
    MQTT_MAX_UNAUTHENTICATED_BYTES: '2048',
    MQTT_MAX_OFFLINE_SESSIONS_PER_DEVICE: String(OFFLINE_SESSIONS),
    PUBLIC_URL: ORIGIN,
    TRUSTED_PROXIES: '127.0.0.1',
  },
})
const named = { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD }
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})
afterAll(() => rmSync(folder, { recursive: true }))

function serverCertificate() {
  return makeSelfSigned('broker', ['127.0.0.1'], new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS))
}

function writePair({ cert, key }: { cert: string; key: string }): void {
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
}

async function overTls(options: IClientOptions): Promise<Device> {
  return await app.deviceAt(`mqtts://127.0.0.1:${app.mqttsPort}`, { rejectUnauthorized: false, ...options })
}

async function overWeb(options: IClientOptions = named): Promise<Device> {
  return await app.deviceAt(`ws://127.0.0.1:${app.port}/mqtt`, options)
}

async function refused(reason: string): Promise<number> {
  return (await staff.call('refusalCounts')).refused[`mqtt.${reason}`] ?? 0
}

async function broker() {
  return (await staff.call('ignitionHealth')).broker
}

async function cyclesOf(id: string): Promise<number | null | undefined> {
  return (await staff.call('getMachine', { params: { id } })).totalCycles
}

/** Opens a connection without a word. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

describe('over TLS', () => {
  test('a device that knows the certificate publishes, and operators see what it is known by', async () => {
    const device = await overTls({ ...named, ca: [first.cert], rejectUnauthorized: true })
    await device.publish('VFFS-2214', { totalCycles: 11 })
    expect(await cyclesOf('VFFS-2214')).toBe(11)
    const { fingerprint256, validToDate } = new X509Certificate(first.cert)
    const tls = { port: app.mqttsPort, fingerprint: fingerprint256, endsAt: validToDate.toISOString() }
    expect((await broker()).tls).toEqual(tls)
  })

  test('a wrong key is refused as without TLS', async () => {
    await expect(overTls({ ...named, password: 'wrong' })).rejects.toMatchObject({ code: 4 })
    await expect(overTls({})).rejects.toMatchObject({ code: 4 })
  })

  test('TLS 1.1 is refused, and so is what is no TLS', async () => {
    const before = await refused('tls_handshake')
    const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const old = connectTls({ port: app.mqttsPort, host: '127.0.0.1', rejectUnauthorized: false, ...versions })
    old.on('error', () => undefined)
    const plain = await open(app.mqttsPort)
    plain.write('GET / HTTP/1.1\r\n\r\n')
    await until('the end of both', () => old.closed && plain.closed)
    expect(old.authorized).toBe(false)
    expect(await refused('tls_handshake')).toBe(before + 2)
  })

  test('handshakes that do not get on end, are counted, and are bounded before they begin', async () => {
    const before = await refused('unauthenticated_of_address')
    const idle = await Promise.all(Array.from({ length: UNAUTHENTICATED + 5 }, () => open(app.mqttsPort)))
    await until('the end of all', () => idle.every((socket) => socket.closed))
    const [tooMany, late] = [await refused('unauthenticated_of_address'), await refused('tls_handshake_timeout')]
    expect(tooMany).toBeGreaterThan(before)
    expect(tooMany - before + late).toBe(idle.length)
    expect((await overTls(named)).connected).toBe(true)
  })

  test('a new certificate is shown to new connections; a broken one is not, and is logged', async () => {
    const device = await overTls(named)
    const second = serverCertificate()
    writePair(second)
    await until(
      'the new one',
      async () => (await broker()).tls?.fingerprint === new X509Certificate(second.cert).fingerprint256,
    )
    const trusting = { ...named, ca: [second.cert], rejectUnauthorized: true }
    await (await overTls(trusting)).close()
    await expect(overTls({ ...named, ca: [first.cert], rejectUnauthorized: true })).rejects.toThrow()
    writeFileSync(certFile, 'no certificate')
    const isLogged = () => app.logged.some(({ msg }) => msg.includes('new certificate for MQTT cannot be used'))
    await until('the line in the log', isLogged)
    await overTls(trusting)
    await device.publish('VFFS-2214', { totalCycles: 12 })
    expect(await cyclesOf('VFFS-2214')).toBe(12)
  })
})

describe('over a web socket', () => {
  test('a device publishes, and leaves', async () => {
    const before = (await broker()).connections
    const device = await overWeb()
    await device.publish('VFFS-2214', { totalCycles: 21 })
    expect(await cyclesOf('VFFS-2214')).toBe(21)
    expect((await broker()).connections).toBe(before + 1)
    await device.close()
    await until('the count as before', async () => (await broker()).connections === before)
  })

  test('a wrong key is refused as elsewhere', async () => {
    await expect(overWeb({ ...named, password: 'wrong' })).rejects.toMatchObject({ code: 4 })
  })

  test.each([
    ['without the protocol of MQTT', { protocols: [] }, 400, 'web_socket_protocol'],
    ['from a page of another site', { protocols: ['mqtt'], origin: 'https://other.example' }, 403, 'web_socket_origin'],
  ])('%s nothing is opened', async (_, { protocols, ...options }, status, reason) => {
    const before = await refused(reason)
    expect(await statusOf('/mqtt', protocols, options)).toBe(status)
    expect(await refused(reason)).toBe(before + 1)
  })

  test('a page of the product opens one', async () => {
    expect(await statusOf('/mqtt', ['mqtt'], { origin: ORIGIN })).toBe(101)
  })

  test('elsewhere the wish for one is left out', async () => {
    expect(await statusOf('/v1/health', ['mqtt'])).toBe(200)
  })

  test('a wish for one behind a request that is not answered ends the connection', async () => {
    const socket = connect(app.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    const wish = [
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: mqtt',
    ]
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`
    const requests = [
      ['GET /v1/health HTTP/1.1', 'Host: a'],
      ['GET /mqtt HTTP/1.1', 'Host: a', key, ...wish],
    ]
    socket.write(requests.map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join(''))
    await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve))
    expect(answer).not.toContain('HTTP/1.1 101')
  })

  test('text, and more bytes than may come before the sign-in, end it', async () => {
    const before = await refused('unauthenticated_bytes')
    const texts = await openSocket()
    texts.send('text')
    const large = await openSocket()
    large.send(Buffer.alloc(3_000))
    await until('the end of both', () => [texts, large].every((socket) => socket.readyState === WebSocket.CLOSED))
    expect(await refused('unauthenticated_bytes')).toBe(before + 1)
  })

  test('one that sends nothing ends too', async () => {
    const before = await refused('connect_timeout')
    const socket = await openSocket()
    await until('its end', () => socket.readyState === WebSocket.CLOSED)
    expect(await refused('connect_timeout')).toBe(before + 1)
  })

  test('behind a trusted proxy it comes from the address that the proxy names', async () => {
    const { key } = await makeKey({ ipAllow: [`${BEHIND_PROXY}/32`] })
    const wsOptions = { headers: { 'x-forwarded-for': `203.0.113.9, ${BEHIND_PROXY}` } }
    const device = await overWeb({ username: 'any', password: key, wsOptions })
    await device.publish('VFFS-2214', { totalCycles: 22 })
    await device.client.subscribeAsync('packhouse/#').catch(() => undefined)
    const query = { kind: 'everything', q: BEHIND_PROXY } as const
    const refusals = async () => (await staff.call('listAuthLog', { query })).items.map(({ action }) => action)
    await until('the refusal with its address', async () => (await refusals()).includes('subscribe-refused'))
    await expect(overWeb({ username: 'any', password: key })).rejects.toMatchObject({ code: 4 })
  })

  async function openSocket(): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}/mqtt`, ['mqtt'])
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  }

  async function statusOf(path: string, protocols: string[], options: { origin?: string } = {}): Promise<number> {
    const socket = new WebSocket(`ws://127.0.0.1:${app.port}${path}`, protocols, options)
    return await new Promise((resolve) => {
      socket.once('open', () => {
        socket.terminate()
        resolve(101)
      })
      socket.once('unexpected-response', (request, { statusCode = 0 }) => {
        request.destroy()
        resolve(statusCode)
      })
      socket.on('error', () => undefined)
    })
  }
})

describe('a certificate of a device', () => {
  const ofDevice = (endsAt = Date.now() + DAY_MS) =>
    makeSelfSigned('line 1', ['line-1'], new Date(Date.now() - 2 * DAY_MS), new Date(endsAt))

  async function register(certificate: string, apiKeyId: string, given: object = {}) {
    const body = { name: 'Line 1', apiKeyId, certificate, ...given }
    return await staff.call('registerDeviceCertificate', { body })
  }

  test('lets it in without a key, for what its API key may do and nothing else', async () => {
    const pair = ofDevice()
    const { id } = await makeKey({ customerId: await customer('NORDFJELL') })
    const row = await register(pair.cert, id)
    expect(row).toMatchObject({ fingerprint: new X509Certificate(pair.cert).fingerprint256, subject: 'CN=line 1' })
    const device = await overTls(pair)
    await device.publish('VFFS-2214', { totalCycles: 31 })
    expect(await cyclesOf('VFFS-2214')).toBe(31)
    await device.publishAndBeThrownOut('packhouse/FLW-1204/record', { totalCycles: 666 })
    expect(await cyclesOf('FLW-1204')).not.toBe(666)
    // The certificate alone is public: without its key it is no credential.
    await expect(overWeb({})).rejects.toMatchObject({ code: 4 })
  })

  test('belongs to one API key', async () => {
    const pair = ofDevice()
    const [one, other] = [await makeKey({}), await makeKey({})]
    await register(pair.cert, one.id)
    const body = { name: 'Once more', apiKeyId: other.id, certificate: pair.cert }
    expectProblem(await staff.request('/v1/auth/device-certificates/from-pem', { method: 'POST', body }), 'duplicate')
    const fingerprint = new X509Certificate(pair.cert).fingerprint256
    const again = { name: 'Once more', apiKeyId: other.id, fingerprint }
    expectProblem(await staff.request('/v1/auth/device-certificates', { method: 'POST', body: again }), 'duplicate')
  })

  test('is refused where it is unknown, expired or revoked, or its key has ended, and each is counted', async () => {
    const { id } = await makeKey({})
    const [unknown, expired, revoked, ended] = [ofDevice(), ofDevice(Date.now() - DAY_MS), ofDevice(), ofDevice()]
    const pairs = { unknown, expired, revoked, key: ended }
    await register(expired.cert, id)
    await register(revoked.cert, id, { revoked: true })
    const other = await makeKey({})
    await register(ended.cert, other.id)
    await staff.call('revokeApiKey', { params: { id: other.id } })
    for (const [reason, pair] of Object.entries(pairs)) {
      const before = await refused(`certificate_${reason}`)
      // Connect return code 5: not authorized (MQTT 3.1.1, table 3.1).
      await expect(overTls(pair), reason).rejects.toMatchObject({ code: 5 })
      expect(await refused(`certificate_${reason}`)).toBe(before + 1)
    }
  })

  test('ends its open connections when it is revoked, and when its key is', async () => {
    const [{ id }, { id: otherId }] = [await makeKey({}), await makeKey({})]
    const [pair, other] = [ofDevice(), ofDevice()]
    const row = await register(pair.cert, id)
    await register(other.cert, otherId)
    const [device, ofOther] = [await overTls(pair), await overTls(other)]
    const path = `/v1/auth/device-certificates/${row.id}`
    const body = { revoked: true, rowVersion: row.rowVersion }
    const answer = await staff.request(path, { method: 'PUT', body })
    expect(answer.status, answer.text).toBe(200)
    await until('the end of the connection', () => !device.connected)
    expect(ofOther.connected).toBe(true)
    await staff.call('revokeApiKey', { params: { id: otherId } })
    await until('the end of the other', () => !ofOther.connected)
  })

  test('goes to the successor of its key', async () => {
    const { id } = await makeKey({})
    const pair = ofDevice()
    await register(pair.cert, id)
    const device = await overTls(pair)
    await staff.call('rotateApiKey', { params: { id }, body: { overlap: '0' } })
    await device.publish('VFFS-2214', { totalCycles: 32 })
    await (await overTls(pair)).publish('VFFS-2214', { totalCycles: 33 })
    expect(device.connected).toBe(true)
  })
})

test('however many client ids one device uses, only so many sessions of it are stored', async () => {
  const before = await refused('sessions_of_device')
  const filter = 'spBv1.0/STATE/packhouse'
  const visit = async (n: number) => {
    const device = await app.device({ clientId: `session-${n}`, clean: false })
    if (!device.sessionPresent) await device.client.subscribeAsync(filter, { qos: 1 })
    await device.close()
    return device.sessionPresent
  }
  for (let n = 1; n <= OFFLINE_SESSIONS + 2; n++) {
    await visit(n)
    // The broker notes one after the other; a client that has just left is not away yet.
    await until(
      'the leaving',
      async () => (await refused('sessions_of_device')) - before === Math.max(0, n - OFFLINE_SESSIONS),
    )
  }
  expect(await visit(OFFLINE_SESSIONS + 2)).toBe(true)
  expect(await visit(1)).toBe(false)
})

/** An API key that may publish. */
async function makeKey(draft: object): Promise<{ id: string; key: string }> {
  const answer = await staff.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'A machine', ...draft } })
  expect(answer.status, answer.text).toBe(201)
  const { id, key } = answer.body as { id: string; key: string }
  const [scope] = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'telemetry:publish'`)
  const body = { ids: [scope?.id] }
  expect((await staff.request(`/v1/auth/api-keys/${id}/scopes`, { method: 'PUT', body })).status).toBe(204)
  return { id, key }
}

async function customer(code: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [code])
  return row?.id ?? ''
}
