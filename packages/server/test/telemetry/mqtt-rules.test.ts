import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_DEVICE_PASSWORD } from '../support/databases.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const deviceOf = (customer: string) => ({ username: `${customer}-device`, password: SAMPLE_DEVICE_PASSWORD })

beforeAll(async () => {
  for (const customer of ['BALTIC', 'NORDFJELL']) {
    await app.sql(
      `INSERT INTO device (user_name, key_hash, scope, customer_id)
       SELECT $1 || '-device', key_hash, 'customer', (SELECT id FROM customer WHERE code = $1) FROM device WHERE user_name = 'sample-device'`,
      [customer],
    )
  }
})

describe('a client id', () => {
  test('is that of its owner: nobody else is thrown out by it, and the owner is', async () => {
    const ours = await app.device({ ...deviceOf('BALTIC'), clientId: 'line-1' })
    const theirs = await app.device({ ...deviceOf('NORDFJELL'), clientId: 'line-1' })
    const again = await app.device({ ...deviceOf('BALTIC'), clientId: 'line-1' })
    await until('the end of the first connection', () => !ours.connected)
    await again.publish('FLW-1204', { totalCycles: 1 })
    await theirs.publish('VFFS-2214', { totalCycles: 1 })
    expect([theirs.connected, again.connected]).toEqual([true, true])
  })

  test('leads to the session of its owner alone', async () => {
    const filter = 'spBv1.0/STATE/packhouse'
    const kept = { clientId: 'edge-1', clean: false }
    const ours = await app.device({ ...deviceOf('BALTIC'), ...kept })
    await ours.client.subscribeAsync(filter, { qos: 1 })
    await ours.close()
    const present: boolean[] = []
    for (const owner of ['NORDFJELL', 'BALTIC']) {
      const device = await app.device({ ...deviceOf(owner), ...kept })
      present.push(device.sessionPresent)
      await device.close()
    }
    expect(present).toEqual([false, true])
  })

  test('is needed by who wants to find a session again', async () => {
    const answer = await answerTo(connectPacket({ flags: 0xc0, clientId: '' }))
    // Return code 2: identifier rejected (MQTT 3.1.1, table 3.1).
    expect(answer).toEqual(Buffer.from([0x20, 2, 0, 2]))
  })
})

describe('a packet that breaks the protocol', () => {
  test('ends its connection without an answer: a will of QoS 3', async () => {
    expect(await answerTo(connectPacket({ flags: 0xde, clientId: 'x', will: true }))).toEqual(Buffer.alloc(0))
  })

  test.each([
    ['a subscription with the identifier 0', [0x82, 6, 0, 0, 0, 1, 0x61, 0]],
    ['an end of no subscription', [0xa2, 2, 0, 1]],
    ['a record with the identifier 0', publishWithoutId()],
  ])('ends its connection after the sign-in: %s', async (_, bytes) => {
    const device = await app.device()
    device.client.stream.write(Buffer.from(bytes))
    await until('the end of the connection', () => !device.connected)
    expect(device.received).not.toContain('puback')
  })
})

test('a refused subscription is answered, and the connection stays', async () => {
  const device = await app.device()
  await expect(device.client.subscribeAsync('packhouse/#', { qos: 1 })).rejects.toThrow()
  await device.publish('VFFS-2214', { totalCycles: 2 })
  expect(device.connected).toBe(true)
})

function publishWithoutId(): number[] {
  const topic = Buffer.from('packhouse/VFFS-2214/record')
  const body = [0, topic.length, ...topic, 0, 0, ...Buffer.from('{"totalCycles":3}')]
  return [0x32, body.length, ...body]
}

/** A CONNECT of MQTT 3.1.1 (section 3.1) with the name and key of the sample device. */
function connectPacket({ flags, clientId, will }: { flags: number; clientId: string; will?: boolean }): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, flags, 0, 60]),
    text(clientId),
    ...(will ? [text('a'), text('b')] : []),
    text('sample-device'),
    text(SAMPLE_DEVICE_PASSWORD),
  ])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

/** What the broker sends before it ends the connection. */
async function answerTo(packet: Buffer): Promise<Buffer> {
  const socket: Socket = connect(app.mqttPort, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined)
  socket.write(packet)
  await until('the end of the connection', () => socket.closed)
  return Buffer.concat(received)
}
