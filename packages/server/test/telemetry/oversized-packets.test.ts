import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let bystander: Device

beforeAll(async () => {
  bystander = await app.device()
})

/** A PUBLISH packet that announces so many bytes (MQTT 3.1.1, section 2.2.3). */
function announcement(bytes: number): Buffer {
  const header = [0x32]
  for (let rest = bytes; ; rest = Math.floor(rest / 128)) {
    header.push(rest >= 128 ? (rest % 128) + 128 : rest)
    if (rest < 128) return Buffer.from(header)
  }
}

async function open(): Promise<Socket> {
  const socket = connect(app.mqttPort, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

async function expectBystanderUndisturbed(): Promise<void> {
  await bystander.publish('VFFS-2214', { totalCycles: 1 })
  expect(bystander.connected).toBe(true)
}

test.each([
  ['200 MB', announcement(200_000_000)],
  ['just more than the limit', announcement(256 * 1024 + 1)],
  ['a length of five bytes', Buffer.from([0x32, 0xff, 0xff, 0xff, 0xff, 0xff])],
])('a packet that announces %s ends the connection before it is sent, and no other', async (_, bytes) => {
  const socket = await open()
  socket.write(bytes)
  await until('the end of the connection', () => socket.destroyed || socket.readableEnded || socket.closed)
  await expectBystanderUndisturbed()
})

test('it does so after a sign-in too', async () => {
  const device = await app.device()
  device.client.stream.write(announcement(200_000_000))
  await until('the end of the connection', () => !device.connected)
  await expectBystanderUndisturbed()
})

test('bytes that are no MQTT end their connection and no other', async () => {
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\u0016\u0003\u0001', '\u0000'.repeat(100), '\u00f0\u0000']) {
    const socket = await open()
    socket.write(Buffer.from(bytes, 'latin1'))
    await until(
      `the end of the connection after ${JSON.stringify(bytes)}`,
      () => socket.destroyed || socket.closed || socket.readableEnded,
    )
  }
  await expectBystanderUndisturbed()
})

test('a payload that is too large for a record but not for a packet is refused and the device may stay', async () => {
  const device = await app.device()
  await device.publish('BIG-1', Buffer.alloc(200 * 1024, 'x'))
  expect(device.connected).toBe(true)
  const rows = await app.sql(`SELECT code FROM refused_message WHERE topic = 'packhouse/BIG-1/record'`)
  expect(rows).toEqual([{ code: 'too_large' }])
})
