import { connect, type Socket } from 'node:net'
import { sampleDeviceName } from '@packhouse/contract'
import type { IClientOptions } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const UNAUTHENTICATED = 40
const CONNECTIONS = 8
/** A packet takes twice the time that a CONNECT has. */
const BYTE_PAUSE_MS = 100

const app = useTestApp({
  environment: {
    // Both are long enough for what is done within them on a busy machine: 50 connections, and a sign-in.
    MQTT_CONNECT_TIMEOUT: '3',
    MQTT_REFUSAL_DELAY: '4000',
    MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS: String(UNAUTHENTICATED),
    MQTT_MAX_CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
    MQTT_MAX_UNAUTHENTICATED_BYTES: '2048',
  },
})
const opened: Socket[] = []
const devices: Device[] = []

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await Promise.all(devices.splice(0).map((device) => device.close()))
  await until('no connection of the test before', async () => (await connections()) === 0)
})

async function open(): Promise<Socket> {
  const socket = connect(app.mqttPort, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

async function signIn(options: IClientOptions = {}): Promise<Device> {
  const device = await app.device(options)
  devices.push(device)
  return device
}

async function connections(): Promise<number> {
  return (await (await app.as('staff')).call('ignitionHealth')).broker.connections
}

async function refused(): Promise<Record<string, number>> {
  return (await (await app.as('staff')).call('refusalCounts')).refused
}

/** A CONNECT without a Will (MQTT 3.1.1, section 3.1) as the sample device. */
function connectPacket(password: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const body = [text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text('a client'), text(sampleDeviceName), text(password)]
  const packet = Buffer.concat(body)
  return Buffer.concat([Buffer.from([0x10, packet.length]), packet])
}

test('connections that send nothing end, and are counted', async () => {
  const before = (await refused())['mqtt.connect_timeout'] ?? 0
  const idle = await Promise.all(Array.from({ length: 20 }, open))
  await until('the end of all', () => idle.every((socket) => socket.closed))
  expect((await refused())['mqtt.connect_timeout']).toBe(before + 20)
})

test('so does one that sends its CONNECT byte by byte: bytes do not prolong the time', async () => {
  const socket = await open()
  const packet = connectPacket(SAMPLE_DEVICE_PASSWORD)
  let sent = 0
  const drip = setInterval(
    () => void (sent < packet.length && socket.write(packet.subarray(sent, ++sent))),
    BYTE_PAUSE_MS,
  )
  await until('the end of the connection', () => socket.closed).finally(() => clearInterval(drip))
  expect(sent).toBeLessThan(packet.length)
})

test('strangers beyond the limit are turned away at once, and take no place from devices', async () => {
  const device = await signIn()
  const strangers = await Promise.all(Array.from({ length: UNAUTHENTICATED + 10 }, open))
  await until('the end of those beyond', () => strangers.filter((socket) => socket.closed).length >= 10)
  expect((await refused())['mqtt.unauthenticated_of_address']).toBe(10)
  await device.publish('VFFS-2214', { totalCycles: 1 })
  await until('the end of all', () => strangers.every((socket) => socket.closed))
  expect((await signIn()).connected).toBe(true)
})

test('of devices no more are signed in than may be, and one that leaves makes room', async () => {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => signIn()))
  // Connect return code 3: server unavailable (MQTT 3.1.1, table 3.1). It may try again.
  await expect(signIn()).rejects.toMatchObject({ code: 3 })
  expect((await refused())['mqtt.connections_of_address']).toBe(1)
  await devices[0]?.close()
  await until('room for another', async () => (await connections()) === CONNECTIONS - 1)
  expect((await signIn()).connected).toBe(true)
})

test('more bytes than may come before the sign-in end a connection', async () => {
  const socket = await open()
  // A CONNECT that announces 200,000 bytes, and the first of them.
  socket.write(Buffer.concat([Buffer.from([0x10, 0xc0, 0x9a, 0x0c]), Buffer.alloc(4_096)]))
  await until('the end of the connection', () => socket.closed)
  expect((await refused())['mqtt.unauthenticated_bytes']).toBe(1)
})

test.each([
  ['an unknown name', { username: 'nobody' }],
  ['a wrong key', { password: 'wrong' }],
])('%s is answered later than what came after it', async (_, options) => {
  const order: string[] = []
  const wrong = signIn(options).catch((error: { code?: number }) => order.push(`refused ${error.code}`))
  const device = await signIn()
  order.push('signed in')
  await device.publish('VFFS-2214', { totalCycles: 1 })
  order.push('published')
  await wrong
  expect(order).toEqual(['signed in', 'published', 'refused 4'])
})
